#!/usr/bin/python3
"""The quick checks find what they are for."""

import os
import subprocess
import unittest

from harness import ROOT, main


def run(*command):
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout + done.stderr


class Options(unittest.TestCase):
    check = os.path.join(ROOT, "ops/checks/options")

    def test_every_option_is_read_by_somebody(self):
        self.assertEqual(run(self.check)[0], 0, run(self.check)[1])

    def test_one_that_nobody_reads_is_named(self):
        code, text = run(self.check, "--plant", "conductor.planted_for_nobody")
        self.assertEqual(code, 1, text)
        self.assertIn("conductor.planted_for_nobody: an option that nobody reads", text)

    def test_one_that_only_others_read_is_named(self):
        """`passivate_after` is read by the conductor's actors; the same name elsewhere is not."""
        self.assertEqual(run(self.check, "--plant", "runtime.passivate_after")[0], 0)
        self.assertEqual(run(self.check, "--plant", "fake.passivate_after")[0], 1)


if __name__ == "__main__":
    main()
