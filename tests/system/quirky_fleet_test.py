#!/usr/bin/python3
"""A small fleet of machines with odd BMCs; quirky_fleet.py by hand runs a large one."""

import unittest

import quirky_fleet
from harness import main


class QuirkyFleet(unittest.TestCase):
    def test_machines_with_odd_bmcs_do_what_was_requested_and_nothing_else(self):
        self.assertEqual(quirky_fleet.run(5, 1, "--random-quirks", "2-4", kill_every=8, silent=0.05), [])


if __name__ == "__main__":
    main()
