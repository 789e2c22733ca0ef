"""Pages in a real browser, at the sizes that people have."""

from __future__ import annotations

import time
from typing import Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

from tests.web.serving import Served

Size = Literal["phone", "tablet", "desk", "stream"]
Scheme = Literal["light", "dark"]
SIZES: dict[Size, tuple[int, int]] = {
    "phone": (390, 844),
    "tablet": (820, 1180),
    "desk": (1280, 800),
    "stream": (1920, 1080),
}
READY = "body[data-ready]"
PATIENCE_MS = 60_000


class Windows:
    """One browser's windows, one for each size and colour scheme, kept from test to test with what they cached."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: dict[tuple[Size, Scheme], BrowserContext] = {}

    def page(self, size: Size, scheme: Scheme) -> Page:
        """Return a new page in the window of that size and scheme."""
        if (size, scheme) not in self._contexts:
            self._contexts[size, scheme] = self.another(size, scheme)
        return self._contexts[size, scheme].new_page()

    def another(self, size: Size, scheme: Scheme) -> BrowserContext:
        """Return a window that nobody else gets."""
        width, height = SIZES[size]
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            has_touch=size in {"phone", "tablet"},
            is_mobile=size == "phone",
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE_MS)
        return context


class Look:
    """Opens pages and gathers their faults: errors on the console, and requests to anybody but the table."""

    def __init__(self, windows: Windows, served: Served) -> None:
        self._windows = windows
        self._served = served
        self._pages: list[Page] = []
        self._own: list[BrowserContext] = []
        self.faults: list[str] = []
        self.expected: tuple[str, ...] = ()

    def at(
        self, path: str = "/", size: Size = "desk", scheme: Scheme = "dark", ready: str = READY, *, clock: bool = False
    ) -> Page:
        """Return a page that is ready: that shows the table, unless another selector says so.

        With a `clock` the test may stop the time of the page's window, which is its own then; the clock has to be there
        before the page sets its first timer.
        """
        page = self._windows.another(size, scheme).new_page() if clock else self._windows.page(size, scheme)
        self._pages.append(page)
        if clock:
            page.clock.install()
            self._own.append(page.context)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("request", self._request)
        page.goto(self._served.url + path, wait_until="commit")
        page.wait_for_selector(ready)
        page.evaluate("document.fonts.ready")
        return page

    def close(self) -> None:
        """Close every page; the windows keep nothing that a page remembered."""
        for page in self._pages:
            if not page.is_closed():
                page.evaluate("localStorage.clear()")
                page.close()
        for window in self._own:
            window.close()

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not any(word in message.text for word in self.expected):
            self.faults.append(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith(self._served.url):
            self.faults.append(f"request: {request.url}")


def until(page: Page, expression: str, *, patience_s: float = PATIENCE_MS / 1000) -> None:
    """Wait until a JavaScript expression is true; the page's own policy forbids Playwright's way of doing that."""
    end = time.monotonic() + patience_s
    while not page.evaluate(expression):
        assert time.monotonic() < end, f"after {patience_s} s not true: {expression}"
        page.wait_for_timeout(20)


def listen_to(page: Page, selector: str) -> None:
    """Gather what an element says from now on, what stands there only for a moment too, for `said`."""
    page.evaluate(
        """(selector) => {
          const element = document.querySelector(selector);
          const said = (element.said = []);
          const hear = () => said.push(`${element.dataset.on ?? ""} ${element.textContent}`.trim());
          new MutationObserver(hear).observe(element, {
            attributes: true, characterData: true, childList: true, subtree: true,
          });
        }""",
        selector,
    )


def said(page: Page, selector: str, words: str) -> None:
    """Wait until an element that is listened to has said something."""
    heard = f"document.querySelector({selector!r}).said"
    until(page, f"{heard}.some((words) => words.includes({words!r}))")


def stop_the_clock(page: Page) -> None:
    """Have the time of a page with a clock pass by `page.clock.run_for` alone: until now it went on by itself.

    It leaps less than the page waits for a sign of life.
    """
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 5)


CONTRASTS = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const over = ([r, g, b, a], [R, G, B]) => [r, g, b].map((c, i) => (c * a + [R, G, B][i] * (255 - a)) / 255);
  const ground = (element) => {
    if (!element) return [255, 255, 255];
    const colour = rgba(getComputedStyle(element).backgroundColor);
    return colour[3] === 255 ? colour.slice(0, 3) : over(colour, ground(element.parentElement));
  };
  const luminance = (colour) => {
    const [r, g, b] = colour.map((c) => ((c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("svg, .hidden, noscript, script, :disabled, [hidden]")) continue;
    const box = element.getBoundingClientRect();
    if (!element.checkVisibility() || box.width < 2 || box.height < 2) continue;
    const back = ground(element);
    const fore = over(rgba(getComputedStyle(element).color), back);
    const [low, high] = [luminance(fore), luminance(back)].sort((a, b) => a - b);
    found.push([node.data.trim().slice(0, 40), (high + 0.05) / (low + 0.05)]);
  }
  return found;
}"""

SMALL_TARGETS = """() =>
  [...document.querySelectorAll("button, a[href], input, select")]
    .filter((element) => element.checkVisibility())
    .map((element) => [element.getAttribute("aria-label") || element.textContent, element.getBoundingClientRect()])
    .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
    .map(([name, box]) => `${name}: ${box.width} x ${box.height}`)"""

NAMELESS = """() =>
  [...document.querySelectorAll("button, a[href], input, select, [role=button], [role=img], section, img")]
    .filter((element) => element.checkVisibility())
    .filter((element) => !(element.ariaLabel || element.alt || element.getAttribute("aria-labelledby") ||
      element.textContent.trim()))
    .map((element) => element.outerHTML.slice(0, 80))"""
