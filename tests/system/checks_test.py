#!/usr/bin/python3
"""The checks find the errors that they are made for."""

import os
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "ops"))
sys.path.insert(0, os.path.join(ROOT, "ops/checks"))

from mutation import patches, suites  # noqa: E402
import phrases  # noqa: E402
import sources  # noqa: E402

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

    def test_refuses_unsafe_statements(self):
        for name, statement in REFUSED.items():
            with self.subTest(name):
                done = self.check(statement)
                self.assertEqual(done.returncode, 1, done.stdout)
                self.assertRegex(done.stdout, r"\.cpp:[4-9]: a ")

    def test_allows_safe_statements(self):
        for name, statement in ALLOWED.items():
            with self.subTest(name):
                done = self.check(statement)
                self.assertEqual(done.returncode, 0, done.stdout)


class Prose(unittest.TestCase):
    """The phrases of ops/checks/words and the lengths of ops/checks/sentences, in a file of each kind."""

    def phrases_in(self, name, content):
        with unittest.mock.patch.object(sources, "text", lambda _: content):
            return [(line, phrase) for line, phrase, _ in phrases.found(name)]

    def test_comments_texts_docs_and_test_names_are_searched(self):
        for name, content, line in [
                ("drivers/x.hpp", "int a;\n/// Whoever has it.\n", 2),
                ("drivers/x.cpp", 'auto t = "the disc is "\n         "gone";\n', 1),
                ("tests/unit/x_test.cpp", "BOOST_AUTO_TEST_CASE(nobody_is_told) {}\n", 1),
                ("tests/system/x_test.py", "# a survey\n", 1),
                ("gateways/http/ui/page/x.js", 'show("It goes on.");\n', 1),
                ("docs/x.md", "Fine.\n\nThe file lies in a folder.\n", 3),
                ("ops/x", "#!/bin/bash\necho x  # the heirs\n", 2)]:
            with self.subTest(name):
                found = self.phrases_in(name, content)
                self.assertTrue(found, content)
                self.assertEqual(found[0][0], line)

    def test_code_keys_and_code_blocks_are_not_searched(self):
        for name, content in [("drivers/x.cpp", 'int heirs = get("disc");\n'),
                              ("docs/x.md", "The key `disc`.\n\n    disc of an example\n"),
                              ("tests/unit/x_test.cpp", 'say("a disc of a test");\n')]:
            with self.subTest(name):
                self.assertEqual(self.phrases_in(name, content), [])

    def test_a_sentence_of_36_words_is_reported(self):
        for words, code in ((35, 0), (36, 1)):
            with tempfile.TemporaryDirectory(dir=os.path.join(ROOT, "docs")) as folder:
                with open(os.path.join(folder, "long.md"), "w", encoding="utf-8") as file:
                    file.write(" ".join(["word"] * words) + ".\n")
                done = subprocess.run([os.path.join(ROOT, "ops/checks/sentences")], capture_output=True, text=True)
                self.assertEqual(done.returncode, code, done.stdout)


class SharedNames(unittest.TestCase):
    """Names that two sources of one library share."""

    FRAME = "namespace ironbus {%s namespace {%s} }\n"

    def check(self, **sources_of):
        """The names that ops/checks/types reports for drivers/NAME.cpp, each with outer and unnamed code."""
        with tempfile.TemporaryDirectory() as folder:
            for name, (outer, unnamed) in sources_of.items():
                place = os.path.join(folder, name.replace("__", "/") + ".cpp")
                os.makedirs(os.path.dirname(place), exist_ok=True)
                with open(place, "w", encoding="utf-8") as file:
                    file.write(self.FRAME % (outer, unnamed))
            done = subprocess.run([os.path.join(ROOT, "ops/checks/types"), folder], capture_output=True, text=True,
                                  check=False)
        lines = done.stdout.splitlines()
        self.assertEqual(done.returncode, 0 if lines == ["types: none shared"] else 1, done.stdout)
        return [line.split(": ")[1] for line in lines[:-1]]

    def test_finds_types_and_unnamed_names_of_several_sources(self):
        self.assertEqual(self.check(drivers__a=("struct row { int a; };", ""), gateways__http__b=("struct row {};", "")),
                         ["ironbus::row"])
        self.assertEqual(self.check(drivers__a=("", "struct row {};"), drivers__redfish__b=("", "struct row {};")),
                         ["ironbus::row"])
        self.assertEqual(self.check(drivers__a=("", "int half(int x) { return x / 2; }"),
                                    drivers__b=("", "int half(int x) { return x >> 1; }")),
                         ["ironbus::half(int x)"])
        self.assertEqual(self.check(drivers__a=("", "constexpr int most = 1;"), drivers__b=("", "constexpr int most = 2;")),
                         ["ironbus::most"])

    def test_allows_what_cannot_clash(self):
        for first, second in [(("", "struct row {};"), ("", "struct line {};")),
                              (("", "int half(int x) { return x / 2; }"), ("", "int half(long x) { return x / 2; }")),
                              (("", "using names = int;"), ("", "using names = int;"))]:
            self.assertEqual(self.check(drivers__a=first, drivers__b=second), [])
        self.assertEqual(self.check(drivers__a=("", "struct row {};"), drivers__ramdisk__b=("", "struct row {};")), [])
        self.assertEqual(self.check(actors__a=("", "struct row {};"), messages__b=("", "struct row {};")), [])


class Times(unittest.TestCase):
    """Seconds of a build and of a test run, from the logs of Ninja and CTest."""

    def times(self, script, file, content):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, file)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as log:
                log.write(content)
            return subprocess.run([sys.executable, os.path.join(ROOT, "ops/times", script), folder],
                                  capture_output=True, text=True, check=True).stdout

    def test_a_build_by_library_and_unit(self):
        unit = "drivers/CMakeFiles/ironbus_drivers.dir/Unity/unity_plain_0_cxx.cxx.o"
        text = self.times("build.py", ".ninja_log",
                          f"# ninja log v5\n0\t9000\t1\t{unit}\ta\n1000\t3500\t1\t{unit}\tb\n"
                          "0\t4000\t1\tlib/libironbus_drivers.a\tc\n")
        self.assertRegex(text, r"ironbus_drivers +1 +2\.5 +2\.5")  # the last time, without the archive
        self.assertIn("build: 1 units, 2 s of compilers", text)

    def test_tests_by_duration(self):
        text = self.times("tests.py", "Testing/Temporary/LastTest.log",
                          "1/2 Testing: quick\nTest time =   0.50 sec\n2/2 Testing: slow\nTest time =  12.25 sec\n")
        self.assertEqual([line.split()[-1] for line in text.splitlines()[:2]], ["slow", "quick"])
        self.assertIn("tests: 2, 13 s one after another", text)


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
