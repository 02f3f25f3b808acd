"""The page with a keyboard and a screen reader: names, order, focus."""

from itertools import pairwise

import pytest

from optimeter.reports.analysis.words import percent

pytestmark = pytest.mark.system

UNNAMED = """() => [...document.querySelectorAll("select, input, button, [role=img], .plot")]
  .filter((node) => node.offsetParent !== null)
  .filter((node) => !(node.labels?.length || node.innerText?.trim() || node.ariaLabel
    || node.title || node.value))
  .map((node) => node.outerHTML.slice(0, 90))"""

HEADINGS = "() => [...document.querySelectorAll('h1, h2, h3')].map((h) => Number(h.tagName[1]))"

CONTRAST = """(selectors) => {
  const parse = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const light = (c) => {
    const [r, g, b] = c.map((v) => v / 255).map((v) => v <= 0.03928 ? v / 12.92
      : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (node) => {
    for (let n = node; n; n = n.parentElement) {
      const colour = getComputedStyle(n).backgroundColor;
      if (!/rgba\\(.*, 0\\)|transparent/.test(colour) && colour.startsWith("rgb")) return parse(colour);
    }
    return [255, 255, 255];
  };
  return selectors.map((selector) => {
    const node = document.querySelector(selector);
    const [a, b] = [light(parse(getComputedStyle(node).color)), light(behind(node))];
    return [selector, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
  });
}"""


def test_everything_that_can_be_used_has_a_name(visit):
    visit.draw_everything()
    visit.page.click("#algorithms-button")
    assert visit.page.evaluate(UNNAMED) == []
    assert visit.page.get_attribute("html", "lang") == "en"


def test_headings_go_down_one_level_at_a_time(visit):
    levels = visit.page.evaluate(HEADINGS)
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_tables_say_what_they_hold(visit):
    visit.draw_everything()
    visit.page.wait_for_selector("#ert-table caption", state="attached")
    for table in ("summary-table", "ert-table", "tests-table", "loss-table"):
        assert visit.page.inner_text(f"#{table} caption")
        scopes = visit.page.evaluate(
            f"[...document.querySelectorAll('#{table} th')].map(th => th.scope)"
        )
        assert set(scopes) == {"col", "row"}


def test_figures_are_described_by_their_numbers(visit, data):
    visit.draw_everything()
    label = visit.page.get_attribute("#plot-headline", "aria-label")
    best = max(data.suites[0].profiles(dimension=5), key=lambda p: p.solved)
    assert f"→ {percent(best.solved)}  {best.algorithm}" in label
    for name in ("profile", "convergence", "ert", "scaling", "speed", "scatter", "ratios", "runs"):
        visit.page.wait_for_selector(f"#plot-{name}[aria-label]", state="attached")


def test_the_skip_link_is_first(visit):
    visit.page.keyboard.press("Tab")
    assert visit.page.evaluate("document.activeElement.className") == "skip"
    visit.page.keyboard.press("Enter")
    assert visit.page.evaluate("document.activeElement.id") == "content"


def test_sorting_and_choosing_keep_the_focus(visit):
    visit.page.focus("#ert-table thead th:nth-child(4) button")
    visit.page.keyboard.press("Enter")
    visit.page.wait_for_selector('#ert-table th:nth-child(4)[aria-sort="ascending"]')
    assert visit.page.evaluate("document.activeElement.closest('th').cellIndex") == 3
    visit.page.keyboard.press("Enter")
    visit.page.wait_for_selector('#ert-table th:nth-child(4)[aria-sort="descending"]')
    visit.page.wait_for_selector("#groups .mini", state="attached")
    visit.page.focus("#groups .mini:nth-child(2)")
    visit.page.keyboard.press("Enter")
    visit.wait(
        "document.activeElement.matches('#groups .mini:nth-child(2)[aria-pressed=\"true\"]')"
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out(opened, written, scheme):
    entry = opened(written.page, scheme=scheme)
    assert entry.page.get_attribute("html", "data-theme") == scheme
    selectors = ["h1", ".subtitle", "#headline p", "figcaption", "nav a", "#summary-table td"]
    for selector, contrast in entry.page.evaluate(CONTRAST, selectors):
        assert contrast >= 4.5, selector


def test_colours_of_algorithms_stand_out_and_differ(data):
    from optimeter.reports.analysis.styles import PALETTE, PALETTE_DARK
    from optimeter.reports.figures.common import SHADES_DARK

    def light(colour):
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        r, g, b = (v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    for colour in PALETTE:
        assert (1.05) / (light(colour) + 0.05) >= 2.5, colour  # on white
    for colour in (*PALETTE_DARK, *SHADES_DARK):
        assert (light(colour) + 0.05) / (light("#1b2025") + 0.05) >= 4.5, colour
    assert len(set(PALETTE)) == len(PALETTE)
