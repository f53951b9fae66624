#!/usr/bin/python3
"""Every command of the stock `baremetal` client, unmodified, against a server."""

import ast
import sys
import unittest
from importlib import metadata

import case
import cli.catalogue
import cli.fleet
import cli.nodes
import cli.ports
import cli.states
import cli.volumes

MODULES = (cli.nodes, cli.states, cli.ports, cli.catalogue, cli.volumes, cli.fleet)


def known():
    """Returns the commands of the client."""
    entries = metadata.entry_points().select(group="openstack.baremetal.v1")
    return {entry.name.replace("_", " ").removeprefix("baremetal ") for entry in entries}


def called():
    """Returns the commands that the cases call, by their source text, because a case may end early."""
    found = set()
    for module in MODULES:
        with open(module.__file__, encoding="utf-8") as file:
            tree = ast.parse(file.read())
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and getattr(call.func, "attr", "") in (
                    "do", "show", "rows", "column", "refused"):
                found |= {word.value for word in call.args[:2] if isinstance(word, ast.Constant)}
    return found & known()


class Coverage(unittest.TestCase):
    def test_every_command_is_called(self):
        self.assertEqual(known() - called(), set())


if __name__ == "__main__":
    sys.exit(case.main("commands of the client", len(known()), MODULES, [Coverage]))
