"""A page in Debian's chromium, with everything it complained about or asked for."""

import os
from pathlib import Path

# Screenshots are kept for looking at; CI collects the folder.
ARTIFACTS = Path(os.environ.get("OPTIMETER_ARTIFACTS", Path(__file__).parents[2] / "artifacts"))
TIMEOUT = 60_000


class Visit:
    """An open page with everything the browser complained about or asked for."""

    def __init__(self, browser, path, fragment="", *, width=1280, **options):
        self.page = browser.new_page(viewport={"width": width, "height": 900}, **options)
        self.page.set_default_timeout(TIMEOUT)
        self.messages, self.requests = [], []
        self.page.on("console", lambda m: self.messages.append(f"{m.type}: {m.text}"))
        self.page.on("pageerror", lambda e: self.messages.append(f"error: {e}"))
        self.page.on("dialog", lambda d: self.messages.append(f"error: dialog {d.message}"))
        self.page.on("request", lambda r: self.requests.append(r.url))
        self.page.goto(f"{path.resolve().as_uri()}{fragment}")
        if options.get("java_script_enabled", True):
            self.wait("window.optimeterReady")
            self.page.wait_for_selector("#plot-headline .main-svg", state="attached")

    def wait(self, expression):
        """Wait until an expression is true.

        The page's security policy forbids what playwright's own waiting does: evaluate text.
        """
        for _ in range(TIMEOUT // 50):
            if self.page.evaluate(expression):
                return
            self.page.wait_for_timeout(50)
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
        """Close; nothing may have been complained about or fetched."""
        problems = [m for m in self.messages if m.startswith(("error", "warning"))]
        outside = [r for r in self.requests if not r.startswith(("file:", "data:", "blob:"))]
        self.page.close()
        assert not problems
        assert not outside
