#!/usr/bin/env python3
"""Builds the documentation site from the documents of the repository: `make docs`.

    python3 docs/book.py MDBOOK target/docs

Each document is a chapter, and so is each `##` section of GUIDE. Links to GUIDE lead to its chapters; links to files that
are no chapters become their paths. Afterwards every link of the site is followed; one that leads nowhere is an error.
"""

import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent
PARTS = {
    "": ["README.md"],
    "Guide": ["GUIDE.md", "docs/rostering.md"],
    "Results": [
        "docs/results.md",
        "docs/packing.md",
        "docs/job-shop.md",
        "docs/routing.md",
        "docs/rostering-results.md",
        "docs/benchmarks.md",
        "docs/planning.md",
    ],
    "Development": ["ARCHITECTURE.md", "CONTRIBUTING.md", "RELEASING.md", "CHANGELOG.md"],
    "Reference": ["docs/experiment-keys.md", "docs/data.md", "docs/formats.md", "docs/security.md", "SECURITY.md"],
}
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")


def anchor(heading: str) -> str:
    """The name of a heading in links."""
    words = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return words.replace(" ", "-")


def title(text: str) -> str:
    return text.split("\n", 1)[0].lstrip("# ")


def headings(text: str) -> "list[str]":
    outside = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    return [anchor(line) for line in re.findall(r"^#+ (.*)$", outside, flags=re.M)]


def guide() -> "dict[str, str]":
    """The chapters of GUIDE, each with its text."""
    first, *sections = re.split(r"^(?=## )", (ROOT / "GUIDE.md").read_text(encoding="utf-8"), flags=re.M)
    chapters = {"GUIDE.md": first}
    for section in sections:
        chapters[f"guide-{anchor(title(section))}.md"] = raise_headings(section)
    return chapters


def raise_headings(section: str) -> str:
    """One level less of every heading; lines of code that begin with # stay."""
    code = False
    lines = []
    for line in section.splitlines():
        code ^= line.startswith("```")
        lines.append(line[1:] if line.startswith("##") and not code else line)
    return "\n".join(lines) + "\n"


def write(folder: Path) -> None:
    """The chapters and their table of contents."""
    texts: "dict[str, str]" = {}
    summary = ["# Summary\n"]
    for part, documents in PARTS.items():
        summary += [f"\n# {part}\n"] if part else []
        for document in documents:
            if document == "GUIDE.md":
                chapters = guide()
            elif (ROOT / document).exists():
                chapters = {document: (ROOT / document).read_text(encoding="utf-8")}
            else:
                continue
            texts.update(chapters)
            summary += [f"- [{title(text)}]({name})" if part else f"[{title(text)}]({name})\n" for name, text in chapters.items()]
    places = {name: file for file, text in texts.items() if file.startswith("guide-") for name in headings(text)}
    for file, text in texts.items():
        here = Path(file).parent

        def link(found: "re.Match[str]", file: str = file, here: Path = here) -> str:
            picture, label, target = found.groups()
            path, _, name = target.partition("#")
            if "://" in target:
                return found.group()
            source = (ROOT / here / path).resolve().relative_to(ROOT).as_posix() if path else file
            if picture:
                (folder / source).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / source, folder / source)
                return found.group()
            if (source == "GUIDE.md" or source.startswith("guide-")) and name in places:
                return f"[{label}]({'../' * len(here.parts)}{places[name]}#{name})"
            return found.group() if source in texts else f"{label} (`{source}`)" if label != source else f"`{source}`"

        (folder / here).mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(LINK.sub(link, text), encoding="utf-8")
    (folder / "SUMMARY.md").write_text("\n".join(summary) + "\n", encoding="utf-8")


class Page(HTMLParser):
    """The links of a page, and what they may name."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: "list[str]" = []
        self.names: "set[str]" = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: "list[tuple[str, str | None]]") -> None:
        values = dict(attributes)
        self.names |= {value for value in (values.get("id"), values.get("name")) if value}
        link = values.get("href") if tag == "a" else values.get("src") if tag == "img" else None
        if link:
            self.links.append(link)


def check(site: Path) -> int:
    """Follows every link within the site: how many there are."""
    pages = {path.resolve(): Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    count = 0
    wrong = []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or path.name == "404.html":
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            known = target.exists() and (not parts.fragment or target not in pages or unquote(parts.fragment) in pages[target].names)
            count += 1
            if not known:
                wrong.append(f"{path.relative_to(site.resolve())}: {link}")
    if wrong:
        sys.exit("links that lead nowhere:\n" + "\n".join(wrong))
    return count


def main(mdbook: str, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "src").mkdir(parents=True)
    shutil.copy(ROOT / "docs/book.toml", folder)
    write(folder / "src")
    subprocess.run([mdbook, "build", str(folder)], check=True)
    print(f"{folder}/book/index.html: {check(folder / 'book')} links lead somewhere")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
