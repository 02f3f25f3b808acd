"""A page in Debian's chromium, with everything it complained about or asked for."""

import os
from pathlib import Path

# Screenshots are kept for looking at; CI collects the folder.
ARTIFACTS = Path(os.environ.get("OPTIMETER_ARTIFACTS", Path(__file__).parents[2] / "artifacts"))
TIMEOUT = 60_000


class Visit:
    """A page opened in a tab, with everything the browser complained about or asked for.

    A tab shows one page after the other; nothing of a page stays.
    """

    def __init__(self, tab, path, fragment="", *, width=1280, scheme="light", scripts=True):
        self.page, self.scripts = tab, scripts
        self.messages, self.requests = [], []
        self.heard = {
            "console": lambda m: self.messages.append(f"{m.type}: {m.text}"),
            "pageerror": lambda e: self.messages.append(f"error: {e}"),
            "dialog": self._refuse,
            "request": lambda r: self.requests.append(r.url),
        }
        tab.set_default_timeout(TIMEOUT)
        tab.goto("about:blank")
        tab.set_viewport_size({"width": width, "height": 900})
        tab.emulate_media(media="screen", color_scheme=scheme)
        tab.mouse.move(0, 0)
        for event, listener in self.heard.items():
            tab.on(event, listener)
        tab.goto(f"{path.resolve().as_uri()}{fragment}")
        if scripts:
            self.wait("window.optimeterReady")
            tab.wait_for_selector("#plot-headline .main-svg", state="attached")

    def _refuse(self, dialog):
        self.messages.append(f"error: dialog {dialog.message}")
        dialog.dismiss()

    def wait(self, expression):
        """Wait until an expression is true.

        The page's security policy forbids what playwright's own waiting does: evaluate text.
        """
        for _ in range(TIMEOUT // 20):
            if self.page.evaluate(expression):
                return
            self.page.wait_for_timeout(20)
        message = f"never came true: {expression}"
        raise AssertionError(message)

    def settled(self, expression):
        """Return what an expression gives as soon as two frames in a row agree on it."""
        return self.page.evaluate(
            f"""async () => {{
              const frame = () => new Promise((done) => requestAnimationFrame(() => done()));
              for (let before = ""; ; await frame()) {{
                const now = JSON.stringify(({expression})());
                if (now === before) return JSON.parse(now);
                before = now;
              }}
            }}"""
        )

    def text(self, selector):
        return self.page.inner_text(selector)

    def draw_everything(self):
        """Draw all sections, also those out of view."""
        self.page.evaluate("window.optimeterDrawEverything()")

    def traces(self, plot, wanted="t => true", chosen="t => [t.meta, t.x, t.y]"):
        """Return what a figure draws."""
        self.page.wait_for_selector(f"#plot-{plot} .main-svg", state="attached")
        return self.page.evaluate(
            f"document.getElementById('plot-{plot}').data.filter({wanted}).map({chosen})"
        )

    def rows(self, table):
        """Return the texts of a table's body, row by row."""
        return self.page.evaluate(
            "id => [...document.querySelectorAll(`#${id} tbody tr`)]"
            ".map(row => [...row.cells].map(cell => cell.innerText.trim()))",
            table,
        )

    def for_paper(self):
        """Draw as before printing, on a page of A4 without its margins."""
        self.page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        self.draw_everything()
        self.page.emulate_media(media="print")
        self.page.set_viewport_size({"width": 703, "height": 1000})

    def keep(self, name):
        ARTIFACTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=ARTIFACTS / f"{name}.png")

    def end(self):
        """Leave the page; nothing may have been complained about or fetched."""
        problems = [m for m in self.messages if m.startswith(("error", "warning"))]
        outside = [r for r in self.requests if not r.startswith(("file:", "data:", "blob:"))]
        for event, listener in self.heard.items():
            self.page.remove_listener(event, listener)
        if self.scripts:
            self.page.evaluate("localStorage.clear()")  # a theme that was chosen
        self.page.goto("about:blank")
        assert not problems
        assert not outside
