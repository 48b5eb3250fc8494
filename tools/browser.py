"""The Chromium of the browser tests: find one, or install one where that can work by itself.

python -m tools.browser     installs Debian's or Ubuntu's package as root when none is found; elsewhere says what to do
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = (
    "chromium",
    "chromium-browser",
    "chromium-headless-shell",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
)
PACKAGES = ("chromium-headless-shell", "chromium")
HINT = "install Chromium, or set OKEY_BROWSER to the path of one"


def find_browser() -> str | None:
    """Path of a Chromium: OKEY_BROWSER if set (it must exist), else the first known name on PATH."""
    named = os.environ.get("OKEY_BROWSER")
    if named:
        if not shutil.which(named):
            raise FileNotFoundError(f"OKEY_BROWSER names no program: {named}")
        return named
    return next(filter(None, map(shutil.which, NAMES)), None)


def apt(*arguments: str) -> bool:
    """Run apt-get silently; whether it succeeded."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", *arguments]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False, env=environment)
    return done.returncode == 0


def install() -> bool:
    """Try apt; only as root on a system that has it."""
    if not shutil.which("apt-get") or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return False
    apt("update")
    return any(apt("install", "--yes", "--no-install-recommends", package) and find_browser() for package in PACKAGES)


def main() -> int:
    """Command line of this file: 0 when a browser is there, or may be missing; 1 on CI without one."""
    if find_browser():
        return 0
    print("browser for the tests ...", end=" ", flush=True)
    if install():
        print(find_browser(), flush=True)
        return 0
    print(f"none found; browser tests are skipped: {HINT}", flush=True)
    return 1 if os.environ.get("CI") else 0


if __name__ == "__main__":
    sys.exit(main())
