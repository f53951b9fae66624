#!/usr/bin/python3
"""The checks find the errors that they are made for."""

import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "ops"))

from mutation import patches, suites  # noqa: E402

REFUSED = {
    "capture": "n = co_await count([p] { return p.use_count(); });",
    "capture of all": "n = co_await count([&] { return p.use_count(); });",
    "capture further in": "n = co_await count(wrap(1, [p, q](int) -> long { return 1; }));",
    "aggregate": 'n = co_await count(options{p, "text"});',
    "aggregate of a template": "n = co_await count(pair<int, long>{1, 2});",
    "list": "n = co_await size({s});",
    "list of a member": "co_await ask(x, query{.limit = 1});",
    "beside the await": "take(options{p}, co_await count(p));",
    "after the await": "return_to(co_await count(p), options{p});",
    "condition": 'if (auto k = co_await count({p, "z"}); k > 0) use(k);',
    "choice": 'n = b ? co_await count(make(options{p, "y"})) : 0;',
    "loop": "for (auto& row : co_await list(query{1})) use(row);",
    "end": "co_return co_await count(options{p});",
    "lines": "n = co_await count(\n    options{\n        p});",
    "operands": "n = co_await count(b ? s : std::string());",
    "operands further in": "n = co_await count(wrap(1, b ? s : std::string()));",
    "inside a lambda": "auto f = [](int y) -> task<int> { co_return co_await count(options{y}); };",
}
ALLOWED = {
    "named lambda": "auto f = [p] { return 1; }; n = co_await count(std::move(f));",
    "named aggregate": "options o{p, \"x\"}; n = co_await count(std::move(o));",
    "constructor": "n = co_await count(options(p));",
    "lambda that captures nothing": "n = co_await count([] { return 1; });",
    "choice of awaits": "n = b ? co_await count(s) : co_await count(p);",
    "subscript": "n = co_await count(x[0], f()[p], y.at(1)[2]);",
    "condition": "if (co_await is_there(p)) { options o{p}; }",
    "loop": "for (const auto& row : co_await list(p)) { use(options{row}); }",
    "branches": "if (b) { co_await one(p); } else { options o{p}; }",
    "switch": "switch (k) { case a: { options o{p}; break; } default: co_await one(p); }",
    "text and comment": 'co_await one("[p] {x}"); // f({s})\nco_await one(\'{\'); /* {p} */',
    "lambda with a body of its own": "auto f = [&](int y) { use(options{y}); }; co_await one(p);",
    "binding": "for (const auto& [name, value] : x) co_await one(name);",
    "attribute": "[[maybe_unused]] auto n = co_await one(p);",
}
FRAME = "struct options { int p = 0; };\ntask<int> f(int p) {\n  int n = 0;\n  %s\n}\n"


class Coroutines(unittest.TestCase):
    def check(self, statement):
        with tempfile.NamedTemporaryFile("w", suffix=".cpp") as file:
            file.write(FRAME % statement)
            file.flush()
            return subprocess.run([os.path.join(ROOT, "ops/checks/coroutines"), file.name],
                                  capture_output=True, text=True)

    def test_refuses_wrong_compile_options(self):
        for name, statement in REFUSED.items():
            with self.subTest(name):
                done = self.check(statement)
                self.assertEqual(done.returncode, 1, done.stdout)
                self.assertRegex(done.stdout, r"\.cpp:[4-9]: a ")

    def test_allows_correct_compile_options(self):
        for name, statement in ALLOWED.items():
            with self.subTest(name):
                done = self.check(statement)
                self.assertEqual(done.returncode, 0, done.stdout)


class PlantedBugs(unittest.TestCase):
    """ops/checks/mutants with a patch that has one error."""

    def check(self, old, new):
        with open(os.path.join(ROOT, "tests/mutants/node/abort_forgotten.patch"), encoding="utf-8") as file:
            text = file.read()
        self.assertIn(old, text)
        with tempfile.NamedTemporaryFile("w", suffix=".patch") as file:
            file.write(text.replace(old, new))
            file.flush()
            return subprocess.run([os.path.join(ROOT, "ops/checks/mutants"), file.name],
                                  capture_output=True, text=True)

    def test_allows_a_correct_patch(self):
        done = self.check("title", "title")
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_refuses_a_wrong_patch(self):
        for old, new, why in [("title: ", "", "header"),
                              ("expected: unit", "expected: unit\nowner: nobody", "header"),
                              ("title: An abort", "title: an abort", "no sentence"),
                              ("area: actors/node/running", "area: actors/node", "the folder of no file"),
                              ("expected: unit", "expected: luck", "no suite 'luck'"),
                              ("expected: unit", "expected: contract", "no test of its place"),
                              ("op.abort_requested", "op.abort_wanted", "does not apply"),
                              ("actors/node/running/workflow.cpp", "tests/x.cpp", "no file of the product")]:
            with self.subTest(why):
                done = self.check(old, new)
                self.assertEqual(done.returncode, 1, done.stdout)
                self.assertIn(why, done.stdout)


class MutantSample(unittest.TestCase):
    """The mutants that ops/mutants selects, and the tests that it runs for them."""

    def test_the_sample_depends_on_the_seed_only(self):
        everything = patches.all_patches()
        first, second, other = (
            [patch.name for patch in patches.choose(everything, sample=5, seed=seed)]
            for seed in ("a day", "a day", "the next"))
        self.assertEqual(first, second)
        self.assertNotEqual(first, other)
        self.assertEqual(len(set(first)), 5)

    def test_accepts_names_and_folders(self):
        everything = patches.all_patches()
        named = patches.choose(everything, ["node/abort_forgotten", "sqlite"])
        self.assertEqual({os.path.dirname(patch.name) for patch in named}, {"node", "sqlite"})
        self.assertRaises(patches.Wrong, patches.choose, everything, ["node/nothing"])

    def test_unit_tests_of_a_mutant_are_those_of_its_folder(self):
        for file, wanted in [("actors/node/running/apply.cpp", "unit_actors_node_exhaustive"),
                             ("actors/runtime/suspects.cpp", "unit_actors_runtime"),
                             ("drivers/execution/step_run.cpp", "unit_drivers_kit"),
                             ("gateways/redis/packing.cpp", "unit_gateways_redis")]:
            found = suites.units_of(ROOT, file)
            self.assertIn(wanted, found)
            self.assertTrue(all(name.startswith(wanted[:12]) for name in found), found)


if __name__ == "__main__":
    sys.exit(unittest.main())
