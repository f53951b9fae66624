#!/usr/bin/python3
"""Runs the examples of the documentation pages, so that they stay correct.

A block ```example of a page is a list of requests and responses, one per line:

    PUT /v1/nodes/N/traits {"traits": ["CUSTOM_GPU"]}     method, path, body
    204                                                   the status
    200 {"nodes": [{"name": "both"}]}                     or the status and a part of the body
    until N clean wait                                    waits until the node is in that state

Objects in responses may have more than the example shows, lists may not. "…" stands for any value,
"$NAME" for a value that later lines use. Each block begins with an empty service. A block ```yaml before
it is its configuration."""

import json
import os
import re
import shutil
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness  # noqa: E402

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def examples(page):
    """Returns configuration and lines of each example, with the number of its first line."""
    text = harness.read(os.path.join(harness.ROOT, "docs", page))
    out, settings = [], ""
    for found in BLOCK.finditer(text):
        kind, body = found.groups()
        if kind == "yaml":
            settings = body
        elif kind == "example":
            out.append((text.count("\n", 0, found.start()) + 2, settings, body.splitlines()))
            settings = ""
    return out


def says(wanted, got, kept):
    """Returns whether the response has all data of the example. `kept` receives the named values."""
    if wanted == "…":
        return True
    if isinstance(wanted, str) and wanted.startswith("$"):
        kept[wanted] = str(got)
        return True
    if isinstance(wanted, dict):
        return isinstance(got, dict) and all(
            k in got and says(v, got[k], kept) for k, v in wanted.items())
    if isinstance(wanted, list):
        return (isinstance(got, list) and len(wanted) == len(got) and
                all(says(a, b, kept) for a, b in zip(wanted, got)))
    return wanted == got


class Pages(unittest.TestCase):
    def setUp(self):
        self.folder = harness.scratch()
        self.addCleanup(shutil.rmtree, self.folder, True)

    def run_page(self, page):
        found = examples(page)
        self.assertTrue(found, f"{page} has no example")
        for number, settings, lines in found:
            daemon = harness.Daemon(os.path.join(self.folder, f"{os.path.basename(page)}.{number}"), settings=settings)
            daemon.start()
            try:
                self.run_lines(daemon.api, page, number, lines)
            finally:
                daemon.stop()

    def run_lines(self, api, page, number, lines):
        answer, kept = None, {}
        for at, line in enumerate(lines, number):
            for name, value in kept.items():
                line = line.replace(name, value)
            word, _, rest = line.partition(" ")
            with self.subTest(f"docs/{page}:{at}: {line}"):
                if word in METHODS:
                    path, _, body = rest.partition(" ")
                    answer = api.call(word, path, json.loads(body) if body else None)
                elif word == "until":
                    node, _, state = rest.partition(" ")
                    harness.poll(lambda node=node, state=state: api.node(node)["provision_state"] == state,
                                 f"{node} in state {state}", 20)
                else:
                    self.assertEqual(answer.status, int(word), answer)
                    if rest:
                        self.assertTrue(says(json.loads(rest), answer.json, kept), answer)

    def test_traits(self):
        self.run_page("how-to/find_machines_by_traits.md")

    def test_cleaning(self):
        self.run_page("explanation/cleaning.md")

    def test_drivers(self):
        self.run_page("how-to/write_a_driver.md")

    def test_a_wrong_example_is_found(self):
        kept = {}
        self.assertFalse(says({"a": [1]}, {"a": [1, 2]}, kept))
        self.assertFalse(says({"a": 1}, {"b": 1}, kept))
        self.assertTrue(says({"a": [{"b": "…", "d": "$d"}]}, {"a": [{"b": 1, "c": 2, "d": 3}]}, kept))
        self.assertEqual(kept, {"$d": "3"})


if __name__ == "__main__":
    harness.main()
