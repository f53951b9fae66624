#!/usr/bin/python3
"""Every call of the stock openstacksdk's conn.baremetal, unmodified, against a server."""

import ast
import sys
import unittest

import case
import sdk.catalogue
import sdk.nodes
import sdk.ports

MODULES = (sdk.nodes, sdk.ports, sdk.catalogue)


def known():
    """Returns the calls that the SDK's proxy for this service adds to the common ones."""
    from openstack.baremetal.v1._proxy import Proxy
    return {name for name, what in vars(Proxy).items() if callable(what) and name[0] != "_"}


def called():
    """Returns the calls that the cases make, by their source text."""
    found = set()
    for module in MODULES:
        with open(module.__file__, encoding="utf-8") as file:
            tree = ast.parse(file.read())
        found |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)
                  and getattr(node.value, "attr", "") == "metal"}
    return found


class Coverage(unittest.TestCase):
    def test_every_call_is_made(self):
        self.assertEqual(known() - called(), set())


if __name__ == "__main__":
    sys.exit(case.main("calls of the SDK", len(known()), MODULES, [Coverage]))
