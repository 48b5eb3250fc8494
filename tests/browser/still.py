"""A look at all places of the table after every change of the page."""

from __future__ import annotations

from playwright.sync_api import Page

WATCH = """() => {
  const places = {
    slot: "[data-slot]",
    corner: ".corner button",
    pile: ".deck",
    finish: ".finish",
    shown: ".shown .tile-button",
    plate: ".plate",
    avatar: ".avatar",
    header: "header",
    button: "header .icon, header .talk",
    action: ".bar > button",
  }
  const boxes = () => {
    const found = {}
    for (const [name, what] of Object.entries(places))
      document.querySelectorAll(what).forEach((element, at) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        found[`${name} ${at}`] = [x, y, width, height]
      })
    return found
  }
  const first = boxes()
  window.seen = Object.keys(first).length
  window.moved = {}
  let asked = false
  const compare = () => {
    asked = false
    const now = boxes()
    for (const [name, box] of Object.entries(first)) {
      const far = now[name] ? Math.max(...box.map((value, at) => Math.abs(value - now[name][at]))) : 999
      if (far > 1) window.moved[name] = Math.max(window.moved[name] ?? 0, far)
    }
  }
  new MutationObserver(() => {
    if (!asked) requestAnimationFrame(compare)
    asked = true
  }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
}"""


def moved(page: Page) -> dict[str, float]:
    """What left its place since it was first seen, with how many pixels."""
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert page.evaluate("window.seen") > 40
    found: dict[str, float] = page.evaluate("window.moved")
    return found
