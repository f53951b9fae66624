"""A test case with its own server, and the rule for unfinished features."""

import functools
import itertools
import shutil
import unittest

import shared  # noqa: F401
from harness import Daemon, poll, scratch
from not_built_yet import CASES

# A path to each state: verb, state, verb, state…
WAYS = {
    "enroll": (),
    "manageable": ("manage", "manageable"),
    "available": ("manage", "manageable", "provide", "available"),
    "active": ("manage", "manageable", "provide", "available", "active", "active"),
}


# The response for an unknown path: the only reason for which a case may be pending.
NOTHING = "No resource at this path."

class Case(unittest.TestCase):
    """Runs its tests one after another against one server. Each test has its own nodes."""

    numbers = itertools.count(1)
    keys = set()
    client = None

    @classmethod
    def setUpClass(cls):
        cls.folder = scratch()
        cls.server = Daemon(cls.folder).start()
        cls.api = cls.server.api
        cls.connect(cls.api.url)

    @classmethod
    def connect(cls, url):
        """Creates the client under test."""

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        shutil.rmtree(cls.folder, ignore_errors=True)

    def name(self, prefix="node"):
        return f"{prefix}-{next(self.numbers)}"

    def address(self):
        high, low = divmod(next(self.numbers), 256)
        return f"52:54:00:00:{high:02x}:{low:02x}"

    def node(self, state="enroll", **fields):
        """Returns a node in that state. It gets there by plain HTTP, because that is not the subject of the test."""
        made = self.api.create(self.name(), **fields)
        self.api.move(made["name"], *WAYS[state])
        return made

    def switch(self, node, target):
        path = f"/v1/nodes/{node['uuid']}/states/power"
        self.assertEqual(self.api.call("PUT", path, {"target": target}).status, 202)
        self.until(node, "power_state", target)

    def until(self, node, key, value):
        """Polls the node until a field has a value."""
        return poll(lambda: (now := self.api.node(node["name"]))[key] == value and now,
                    f"{key} of {node['name']} is {value}")

    def __init_subclass__(cls, **more):
        """Marks the tests in CASES: `Class` for all tests of a class, or `Class.test`."""
        super().__init_subclass__(**more)
        for name, function in list(vars(cls).items()):
            if name.startswith("test_"):
                whole = f"{cls.__module__}.{cls.__name__}"
                keys = {whole, f"{whole}.{name}"} & CASES.keys()
                Case.keys |= keys
                if keys:
                    setattr(cls, name, not_built_yet(function, CASES[keys.pop()]))


def is_nothing(error):
    """The SDK keeps the server's message in the response only, not in its exception."""
    answer = getattr(error, "response", None)
    return NOTHING in str(error) or NOTHING in getattr(answer, "text", "")


def not_built_yet(function, why):
    @functools.wraps(function)
    def test(self):
        try:
            function(self)
        except Exception as error:  # each client has its own
            if not is_nothing(error):
                raise
            self.skipTest("not built yet: " + why)
        self.fail(f"it works now; remove it from CASES in not_built_yet.py: {self.id()}")
    return test


class Result(unittest.TextTestResult):
    """Prints only failures, because there are many cases."""

    def addSkip(self, test, reason):
        self.skipped.append((test, reason))


def main(what, count, modules, more):
    """Runs the cases of some modules and prints their number. Returns the exit code."""
    loader, suite = unittest.defaultTestLoader, unittest.TestSuite()
    for module in modules:
        suite.addTests(loader.loadTestsFromModule(module))
    for cls in more:
        suite.addTests(loader.loadTestsFromTestCase(cls))
    cases = suite.countTestCases()
    package = modules[0].__name__.partition(".")[0]
    stale = [key for key in CASES if key.startswith(package + ".") and key not in Case.keys]
    result = unittest.TextTestRunner(resultclass=Result, verbosity=0).run(suite)
    missing = len(result.skipped)
    bad = len(result.failures) + len(result.errors)
    for key in stale:
        print(f"not_built_yet: remove {key}: no such case exists")
    print(f"{count} {what}, {cases} cases: passed {cases - missing - bad}, "
          f"not built yet {missing}, failed {bad}")
    return 1 if bad or stale else 0
