"""Hooks of mkdocs: folders in the navigation, and two points in which GitHub and Python's Markdown differ."""

import os
import re

LIST = re.compile(r"^(?:[*-]|\d+\.) ")
TABLE = re.compile(r"^\|")
FENCE = re.compile(r"^ *```")


def expand(entry, folder):
    """Replaces each folder in the navigation by its pages, in the order of their names."""
    if isinstance(entry, list):
        return [expand(part, folder) for part in entry]
    if isinstance(entry, dict):
        return {title: expand(part, folder) for title, part in entry.items()}
    if not entry.endswith("/"):
        return entry
    return [entry + name for name in sorted(os.listdir(os.path.join(folder, entry))) if name.endswith(".md")]


def on_config(config, **_):
    config["nav"] = expand(config["nav"], config["docs_dir"])
    return config


def on_page_markdown(markdown, **_):
    """Adds the blank line that Python's Markdown needs before a list or a table that follows a paragraph."""
    out, fenced, previous = [], False, ""
    for line in markdown.split("\n"):
        if FENCE.match(line):
            fenced = not fenced
        starts = (LIST.match(line) and not LIST.match(previous)) or (TABLE.match(line) and not TABLE.match(previous))
        if not fenced and starts and previous.strip() and not previous.startswith((" ", "#")):
            out.append("")
        out.append(line)
        previous = line
    return "\n".join(out)
