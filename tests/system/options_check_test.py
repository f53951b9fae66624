#!/usr/bin/python3
"""The check of options finds its errors."""

import os
import subprocess
import unittest

from harness import ROOT, main


def run(*command):
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout + done.stderr


class Options(unittest.TestCase):
    check = os.path.join(ROOT, "ops/checks/options")

    def test_every_option_is_read(self):
        self.assertEqual(run(self.check)[0], 0, run(self.check)[1])

    def test_an_unread_option_is_reported(self):
        code, text = run(self.check, "--plant", "conductor.planted_for_nobody")
        self.assertEqual(code, 1, text)
        self.assertIn("conductor.planted_for_nobody: an option that nobody reads", text)

    def test_an_option_that_only_other_code_reads_is_reported(self):
        """The conductor's actors read `passivate_after`. The same name elsewhere does not count."""
        self.assertEqual(run(self.check, "--plant", "runtime.passivate_after")[0], 0)
        self.assertEqual(run(self.check, "--plant", "fake.passivate_after")[0], 1)


if __name__ == "__main__":
    main()
