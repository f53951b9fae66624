#!/usr/bin/python3
"""The number of requests to BMCs for a power change and for a power sync."""

import unittest

import request_cost
from harness import main

MACHINES = 6
# Of each machine, at most: the reading before the order, its action, the order, readings until the machine has the
# state. 100 machines took 21.7, 8, 15, 7 and 1. A slow test reads less often.
MOST = {"manage": 23, "power on": 9, "rebooting": 16, "power off": 8, "power sync": 1.5}


class RequestCost(unittest.TestCase):
    def test_power_changes_and_the_power_sync_take_few_requests(self):
        rows = dict(request_cost.measure(MACHINES, interval=2))
        self.assertEqual(rows.keys(), MOST.keys())
        for what, count in rows.items():
            self.assertGreater(count, 0, what)
            self.assertLessEqual(count / MACHINES, MOST[what], what)


if __name__ == "__main__":
    main()
