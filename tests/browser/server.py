"""The server that the browsers of these tests talk to, and tables whose deals are known beforehand."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from typing import Any

from playwright.sync_api import BrowserContext

from okey.rules.ruleset import PRESETS
from tests.browser.child import WORD
from tests.browser.deals import Property, find
from tests.server.process import ROOT, ServerProcess


class Server(ServerProcess):
    """`tests.browser.child` on a data folder of its own."""

    def _spawn(self) -> None:
        command = [sys.executable, "-m", "tests.browser.child", "--data", str(self.data), "--port", str(self.port)]
        environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", "PYTHONUNBUFFERED": "1"}
        self.data.mkdir(exist_ok=True)
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                [*command, *self._options],
                cwd=ROOT,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )

    def open_table(
        self,
        context: BrowserContext,
        preset: str = "klasik",
        deals: str | Property | None = None,
        *,
        level: str = "kolay",
        hints: bool = False,
        **changes: Any,
    ) -> str:
        """Address of a new table of this browser's guest. `changes` are fields of the rules; two seats by default.

        `deals` is the word its deals follow from, or what the first deal must be like; by chance without it.
        """
        rules = replace(PRESETS[preset], **{"seats": 2, **changes})
        word = self.data / WORD
        if deals is not None:
            word.write_text(deals if isinstance(deals, str) else find(rules, deals))
        context.request.get(f"{self.base}/api/me")
        made = context.request.post(
            f"{self.base}/api/tables",
            data={"rules": rules.text, "level": level, "hints": hints},
            headers={"origin": self.base},
        )
        assert made.status == 201, made.text()
        word.unlink(missing_ok=True)
        return f"{self.base}/masa/{made.json()['table']}"
