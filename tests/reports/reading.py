"""The text of a page, line by line, without browser: what it says, not how it looks."""

import re
from html.parser import HTMLParser

UNSEEN = {"script", "style", "svg", "template", "title"}
LINES = {
    "body", "header", "nav", "section", "main", "footer", "div", "p", "h1", "h2", "h3", "figure",
    "figcaption", "caption", "tr", "ul", "li", "dl", "dt", "dd", "table", "fieldset", "legend",
    "noscript", "label",
}  # fmt: skip
VOID = {"meta", "link", "input", "br", "img", "hr", "path"}


class _Reader(HTMLParser):
    """Collects lines; cells of a table and choices are apart by a bar."""

    def __init__(self):
        super().__init__()
        self.lines, self.line, self.unseen, self.open = [], "", 0, []

    def end_line(self):
        text = " ".join(self.line.split()).strip("| ")
        if text.strip("#"):
            self.lines.append(text)
        self.line = ""

    def handle_starttag(self, tag, attrs):
        if tag in VOID:
            return
        given = dict(attrs)
        self.open.append((tag, self.unseen))
        if tag in LINES:
            self.end_line()
        if tag in {"td", "th", "option"}:
            self.line += " | "
        if tag == "code":
            self.line += "`"
        if tag in {"h1", "h2", "h3"}:
            self.line += "#" * int(tag[1]) + " "
        if tag == "nav" or "plot" in given.get("class", "").split():
            if not self.unseen and given.get("aria-label"):
                self.lines.append(f"[{given['aria-label']}]")
            self.unseen = 1
        if tag in UNSEEN or "hidden" in given:
            self.unseen = 1

    def handle_startendtag(self, tag, attrs):
        pass  # drawings only

    def handle_endtag(self, tag):
        if tag == "code":
            self.line += "`"
        while self.open:  # what was left open ends here
            last, before = self.open.pop()
            if tag in LINES:
                self.end_line()
            self.unseen = before
            if last == tag:
                return

    def handle_data(self, data):
        if not self.unseen:
            self.line += data


def text_of(html, *sections, captions=True):
    """Return the text of a page, or of some of its sections; the version is left out."""
    if sections:
        parts = r'<section id="(?:%s)".*?</section>'
        html = "".join(re.findall(parts % "|".join(sections), html, re.DOTALL))
    if not captions:
        html = re.sub(r"<figcaption.*?</figcaption>", "", html, flags=re.DOTALL)
    reader = _Reader()
    reader.feed(html)
    reader.end_line()
    return re.sub(r"Optimeter \d[\w.+]*\w", "Optimeter VERSION", "\n".join(reader.lines))
