"""Screenshots as pixels."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
from playwright.sync_api import Browser

DECODE = """async (text) => {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }))
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d")
  canvas.drawImage(image, 0, 0)
  const { data } = canvas.getImageData(0, 0, image.width, image.height)
  const parts = []
  for (let i = 0; i < data.length; i += 32768) parts.push(String.fromCharCode(...data.subarray(i, i + 32768)))
  return [image.width, image.height, btoa(parts.join(""))]
}"""


def pixels(browser: Browser, png: bytes) -> np.ndarray[Any, Any]:
    """Rows x columns x red, green, blue of a screenshot, decoded by the browser on an empty page."""
    page = browser.new_page()
    width, height, values = page.evaluate(DECODE, base64.b64encode(png).decode())
    page.close()
    return np.frombuffer(base64.b64decode(values), dtype=np.uint8).reshape(height, width, 4)[:, :, :3]


def grey(browser: Browser, png: bytes) -> np.ndarray[Any, Any]:
    """Rows x columns of a screenshot as luminance 0..255."""
    light: np.ndarray[Any, Any] = pixels(browser, png) @ np.array([0.2126, 0.7152, 0.0722])
    return light.astype(np.uint8)
