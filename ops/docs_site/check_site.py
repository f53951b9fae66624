"""Checks a built site: each link and anchor within it exists, and no page loads anything from another host."""

import html.parser
import os
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    """The ids, links and loaded files of one page."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.loaded = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.ids |= {values[name] for name in ("id", "name") if values.get(name)}
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        if tag in ("script", "img", "iframe", "source") and values.get("src"):
            self.loaded.append(values["src"])
        if tag == "link" and "canonical" not in (values.get("rel") or "") and values.get("href"):
            self.loaded.append(values["href"])


def read_pages(folder):
    pages = {}
    for place, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".html"):
                path = os.path.join(place, name)
                with open(path, encoding="utf-8") as file:
                    pages[path] = Page(file.read())
    return pages


def target_of(path, link):
    """The file a link leads to, and its anchor; None for another host or for a place such as `javascript:`."""
    parts = urllib.parse.urlsplit(link)
    if parts.scheme or parts.netloc:
        return None
    name = urllib.parse.unquote(parts.path)
    target = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
    if os.path.isdir(target):
        target = os.path.join(target, "index.html")
    return target, urllib.parse.unquote(parts.fragment)


def complaints(pages, path):
    if os.path.basename(path) == "404.html":  # its links are absolute
        return
    page = pages[path]
    for link in page.loaded:
        if target_of(path, link) is None and not link.startswith("data:"):
            yield f"loads {link} from another host"
    for link in page.links:
        found = target_of(path, link)
        if found is None:
            continue
        target, anchor = found
        if not os.path.exists(target):
            yield f"link to {link}: no such file"
        elif anchor and target in pages and anchor not in pages[target].ids and anchor != "__skip":
            yield f"link to {link}: no such anchor"


def main():
    folder = os.path.abspath(sys.argv[1])
    pages = read_pages(folder)
    found = [f"{os.path.relpath(path, folder)}: {text}" for path in sorted(pages) for text in complaints(pages, path)]
    for text in found:
        print(text)
    print(f"site: {len(pages)} pages, {len(found) or 'no'} broken links")
    return 1 if found or not pages else 0


sys.exit(main())
