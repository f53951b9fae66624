#!/usr/bin/python3
"""The command line without a service: trials of rules, completion, manual, and the two programs."""

import json
import os
import re
import shutil
import signal
import subprocess
import unittest

import harness
from harness import ROOT, scratch
from inspection_fixture import inventory
from operator_fixture import DAEMON, ESCAPE, IRONBUS, Operator, Terminal, environment, run

RULES = """
- description: Mark the large ones
  conditions: [{op: gt, args: ["{inventory[memory][physical_mb]}", 2048]}]
  actions: [{op: set-attribute, args: [/extra/size, big]}]
- description: Refuse the foreign
  conditions: [{op: "!eq", args: ["{inventory[system_vendor][manufacturer]}", Acme]}]
  actions: [{op: fail, args: ["We buy from Acme only"]}]
"""
ironbus = Operator("http://127.0.0.1:9")


class WithFiles(unittest.TestCase):
    def setUp(self):
        self.folder = scratch()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text if isinstance(text, str) else json.dumps(text))
        return path


class Rules(WithFiles):
    def test_a_trial_prints_a_trace(self):
        words = ("rules", "test", self.file("rules.yaml", RULES), "--inventory",
                 self.file("inventory.json", inventory("52:54:00:00:00:01")))
        text = ironbus.text(*words)
        for part in ("Phase main\n", "rule Mark the large ones: applied\n", "    holds  gt ",
                     'node/extra/size: null -> "big"\n', "rule Refuse the foreign: not applied\n",
                     "The inspection would continue.\n"):
            self.assertIn(part, text)
        report = ironbus.json(*words, "--phase", "main")
        self.assertEqual([x["applied"] for x in report["phases"][0]["rules"]], [True, False])

    def test_a_rule_that_fails_the_inspection_sets_the_exit_code(self):
        done = ironbus.call("rules", "test", self.file("rules.yaml", RULES), "--inventory",
                            self.file("i", {"inventory": inventory("52:54:00:00:00:01",
                                                                   vendor="Other")}))
        self.assertEqual(done.returncode, 10, done)
        self.assertRegex(done.stdout, "The inspection would fail: .*We buy from Acme only")

    def test_hooks_and_a_node_are_used(self):
        node = self.file("node.json", {"name": "web-1", "driver": "redfish"})
        rules = self.file("rules.yaml", """
            {conditions: [{op: eq, args: ["{node.name}", web-1]}],
             actions: [{op: set-attribute, args: [/extra/arch, "{node.properties[cpu_arch]}"]}]}""")
        report = ironbus.json("rules", "test", rules, "--node", node, "--hooks", "--inventory",
                              self.file("i", inventory("52:54:00:00:00:01")))
        change = report["phases"][1]["rules"][0]["actions"][0]["changes"][0]
        self.assertEqual((change["where"], change["after"]), ("node/extra/arch", "x86_64"))

    def test_invalid_rules_are_reported(self):
        inventory_file = self.file("i", {})
        for rules, text in (("[{op: 1", "YAML, line"), ("hello", "a list of rules"),
                            ("- {actions: [{op: fly}]}", "rules/0")):
            done = ironbus.call("rules", "test", self.file("rules.yaml", rules), "--inventory",
                                inventory_file)
            self.assertEqual(done.returncode, 2, done)
            self.assertIn(text, done.stderr)


class Completion(WithFiles):
    def complete(self, program, *words):
        name = os.path.basename(program)
        script = ('source <("$0" completion bash); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); '
                  f'_{name} 2>/dev/null; printf "%s\\n" "${{COMPREPLY[@]}}"')
        done = subprocess.run(["bash", "-c", script, program, name, *words], text=True,
                              capture_output=True, timeout=30, check=True, cwd=self.folder)
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def test_bash_completion(self):
        self.file("rules.yaml", "")
        os.mkdir(os.path.join(self.folder, "realm"))
        for words, expected in ((("sta",), ["status"]), (("node", "t"), ["timeline"]),
                                (("node", "timeline", "--ur"), ["--url"]),
                                (("completion", "z"), ["zsh"]), (("sto",), []),
                                (("rules", "test", "ru"), ["rules.yaml"]),
                                (("rules", "test", "x", "--inventory", "ru"), ["rules.yaml"]),
                                (("rules", "test", "x", "--phase", "ma"), ["main"]),
                                (("rules", "test", "--conf"), ["--config"]),
                                (("status", "--user", ""), [])):
            with self.subTest(words=words):
                self.assertEqual(self.complete(IRONBUS, *words), expected)
        for words, expected in ((("config", "ch"), ["check"]), (("store", "check", "--da"), ["--data"]),
                                (("--data", "re"), ["realm"]), (("stat",), [])):
            with self.subTest(words=words):
                self.assertEqual(self.complete(DAEMON, *words), expected)

    def test_zsh_completion(self):
        terminal = Terminal(["zsh", "-f", "-i"], environment(TERM="dumb", PS1="$ "), columns=200)
        self.addCleanup(terminal.end, signal.SIGKILL)
        terminal.until(r"\$ ")
        terminal.send("autoload -U compinit; compinit -D -u; source <(ironbus completion zsh); "
                      "print re''ady\n")
        terminal.until(r"\nready")
        for typed, completed in (("sta", "status"), ("node tim", "timeline"),
                                 ("why --al", "--all"), ("completion z", "zsh")):
            terminal.send(f"ironbus {typed}\t")
            terminal.until(completed)
            terminal.send("\x01\x0b")  # to the start of the line, and delete it


class Manual(unittest.TestCase):
    COMMANDS = {IRONBUS: [[], ["status"], ["why"], ["watch"], ["node"], ["node", "timeline"], ["events"],
                          ["rules", "test"], ["certificate"], ["completion"], ["man"]],
                DAEMON: [[], ["config", "check"], ["config", "dnsmasq"], ["store"], ["store", "backup"],
                         ["store", "incident"], ["simulate"], ["record-bmc"], ["man"]]}

    def test_pages_are_valid_roff(self):
        for program, commands in self.COMMANDS.items():
            for command in commands:
                with self.subTest(program=program, command=command):
                    page = run([program, "man", *command]).stdout
                    formatted = subprocess.run(["groff", "-man", "-ww", "-Tutf8"], input=page, text=True,
                                               capture_output=True, timeout=60, check=True)
                    self.assertEqual(formatted.stderr, "")
                    shown = re.sub(".\x08", "", ESCAPE.sub("", formatted.stdout))
                    name = os.path.basename(program)
                    for part in ("NAME", "SYNOPSIS", " ".join([name, *command]), "EXIT STATUS"):
                        self.assertIn(part, shown)

    def test_the_page_in_docs_is_the_one_it_prints(self):
        self.assertEqual(ironbus.text("man", "--markdown"),
                         harness.read(os.path.join(ROOT, "docs", "reference", "command_line.md")))


class Programs(WithFiles):
    def test_daemon_commands_belong_to_the_daemon(self):
        self.assertIn("configuration is valid", run([DAEMON, "config", "check"]).stdout)
        bad = self.file("bad.yaml", "nonsense: 1\n")
        self.assertEqual(run([DAEMON, "--config", bad, "config", "check"]).returncode, 1)
        for words in (["store", "check"], ["store", "incident"], ["simulate"], ["record-bmc"]):
            self.assertIn("Usage: ironbusd " + " ".join(words), run([DAEMON, *words, "--help"]).stdout)

    def test_commands_of_the_other_program_are_errors(self):
        for argv, error in (([IRONBUS, "store", "check"], "Run `ironbusd store check`."),
                            ([IRONBUS, "config", "check"], "Run `ironbusd config check`."),
                            ([IRONBUS, "--data", "/srv"], "'--data' is an option of ironbusd"),
                            ([IRONBUS, "man", "simulate"], "run `ironbusd man simulate`"),
                            ([DAEMON, "status"], "Run `ironbus status`.")):
            with self.subTest(argv=argv):
                done = run(argv)
                self.assertEqual((done.returncode, done.stdout), (2, ""), done)
                self.assertIn(error, done.stderr)

    def test_the_simulator_is_a_program_beside_the_daemon(self):
        alone = shutil.copy(DAEMON, self.folder)
        done = run([alone, "simulate"])
        self.assertEqual((done.returncode, done.stdout), (3, ""), done)
        self.assertIn(f"ironbusd simulate: cannot run {os.path.join(self.folder, 'ironbus-simulator')}: "
                      "No such file or directory. Install ironbus-simulator beside ironbusd.", done.stderr)
        done = run([os.path.join(os.path.dirname(DAEMON), "ironbus-simulator"), "config", "check"])
        self.assertEqual(done.returncode, 2, done)
        self.assertIn("only the commands simulate, record-bmc and verify-bmc. Run ironbusd.", done.stderr)

    def test_help_of_the_operators_command(self):
        text = ironbus.text("--help")
        self.assertIn("Usage: ironbus ", text)
        for part in ("ironbusd", "--data", "simulate"):
            self.assertNotIn(part, text)


if __name__ == "__main__":
    harness.main()
