"""How long after a tap on one phone the other player's phone shows what came of it, and what moved meanwhile.

`python -m benchmarks.phone_latency`. Two phones play from the roll-off to the end of a turning point, in headless
Chromium on loopback, with the simulated camera beside them; milliseconds from the touch to the other phone's next
picture, and the shifts of what stands where questions stand (Chromium's own measure; 0.1 is called good), beside a
fixed reference loop. Figures count on a machine that does nothing else.
"""

from __future__ import annotations

import statistics

from playwright.sync_api import Page

from benchmarks.close_table import close_table
from benchmarks.web_first_picture import reference_ms
from tests.overlook.test_two_phones import Battle
from tests.overlook.two_phones import TwoPhones

LONGEST_MS = 3000.0
WATCH = """() => {
  window.touched = []; window.showed = []; window.shifts = [];
  const now = () => performance.timeOrigin + performance.now();
  addEventListener("click", ({ target }) => target.closest?.("button") && touched.push(now()), true);
  const seen = () => requestAnimationFrame(() => showed.push(now()));
  const places = ["#combat", "#prompts", "#waiting", "#offers", "#score", "#scoring", "#result"];
  for (const place of places)
    new MutationObserver(seen).observe(document.querySelector(place), {
      attributes: true, characterData: true, childList: true, subtree: true,
    });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const element = (node) => (node?.closest ? node : node?.parentElement);
      const asked = entry.sources.some(({ node }) => element(node)?.closest("#prompts, #offers"));
      if (asked && !entry.hadRecentInput) shifts.push(entry.value);
    }
  }).observe({ type: "layout-shift" });
}"""


def latencies(touched: list[float], showed: list[float]) -> list[float]:
    """Return for each touch how long it took until the other phone showed something else; a touch that is the page's
    own, with nothing for the other to show before the next one, is left out."""
    found = []
    for at, following in zip(touched, [*touched[1:], float("inf")], strict=True):
        after = next((when for when in showed if at < when < following), None)
        if after is not None and after - at < LONGEST_MS:
            found.append(after - at)
    return found


def watched(page: Page) -> tuple[list[float], list[float], list[float]]:
    """Return when a page was touched, when it showed something, and by how much its questions shifted."""
    touched, showed, shifts = page.evaluate("[touched, showed, shifts]")
    return touched, showed, shifts


def main() -> None:
    """Play, measure and print."""
    with close_table() as (browser, server, folder):
        table = TwoPhones(browser, server, folder)
        for page in (*table.screens.values(), table.overlay):
            page.close()
        table.screens = {}
        for page in table.phones.values():
            page.evaluate(WATCH)
        battle = Battle(table)
        battle.opening()
        battle.move("b6", (2.0, 0.0))
        battle.fight()
        battle.ended("p1")
        battle.shot()
        battle.rest()
        seen = {seat: watched(page) for seat, page in table.phones.items()}
    other = {"p1": "p2", "p2": "p1"}
    taken = [ms for seat, (touched, _, _) in seen.items() for ms in latencies(touched, seen[other[seat]][1])]
    print(f"taps seen by the other phone {len(taken)}")
    print(f"  best {min(taken):5.0f} ms  median {statistics.median(taken):5.0f} ms  slowest {max(taken):5.0f} ms")
    for seat, (_, _, shifts) in seen.items():
        print(f"shifts of the questions on the phone of {seat}: {len(shifts)}, together {sum(shifts):.3f}")
    print(f"reference loop best {min(reference_ms() for _ in range(5)):.0f} ms")


if __name__ == "__main__":
    main()
