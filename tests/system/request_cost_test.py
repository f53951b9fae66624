#!/usr/bin/python3
"""The number of requests to BMCs for a power change and for a power sync."""

import unittest

import request_cost
from harness import main

MACHINES = 6
# Of each machine, at most: login, the reading before the order, its action, the order, readings until the machine
# has the state. A slow test reads less often.
MOST = {"manage": 12, "power on": 7, "rebooting": 14, "power off": 6, "power sync": 1.2}


class RequestCost(unittest.TestCase):
    def test_power_changes_and_the_power_sync_take_few_requests(self):
        rows = dict(request_cost.measure(MACHINES, interval=2))
        self.assertEqual(rows.keys(), MOST.keys())
        for what, count in rows.items():
            self.assertGreater(count, 0, what)
            self.assertLessEqual(count / MACHINES, MOST[what], what)


if __name__ == "__main__":
    main()
