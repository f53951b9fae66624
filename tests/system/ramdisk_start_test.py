#!/usr/bin/python3
"""The scripts of the ramdisk, run in folders with stand-ins for the programs that they call."""

import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCRIPT = os.path.join(ROOT, "ops/ramdisk_parts/start_dhcp")
STAND_IN = """#!/bin/sh
echo "${0##*/} $*" >>"$RUN_FOLDER/calls.${0##*/}.$$"
"""


class DhcpTest(unittest.TestCase):
    def test_a_client_runs_for_each_interface_without_static_addresses(self):
        with tempfile.TemporaryDirectory() as scratch:
            net, run, programs = (os.path.join(scratch, name) for name in ("net", "run", "bin"))
            for name in ("lo", "eth0", "eth1", "bond0"):
                os.makedirs(os.path.join(net, name))
                with open(os.path.join(net, name, "address"), "w", encoding="ascii") as file:
                    file.write("52:54:00:aa:00:01\n")
            with open(os.path.join(net, "bonding_masters"), "w", encoding="ascii") as file:
                file.write("bond0\n")
            os.makedirs(os.path.join(run, "log"))
            with open(os.path.join(run, "static.eth0"), "w", encoding="ascii"):
                pass
            os.makedirs(programs)
            for name in ("ifconfig", "udhcpc"):
                with open(os.path.join(programs, name), "w", encoding="ascii") as file:
                    file.write(STAND_IN)
                os.chmod(file.name, 0o755)
            subprocess.run(("sh", "-c", '. "$0"; wait', SCRIPT), check=True,
                           env={"PATH": programs + ":/usr/bin:/bin", "NET_FOLDER": net, "RUN_FOLDER": run})
            calls = []
            for name in os.listdir(run):
                if name.startswith("calls."):
                    with open(os.path.join(run, name), encoding="ascii") as file:
                        calls += file.read().splitlines()
            self.assertEqual(sorted(call.split(" -s ")[0] for call in calls),
                             ["ifconfig bond0 up", "ifconfig eth1 up",
                              "udhcpc -S -b -t 20 -T 1 -A 5 -i bond0", "udhcpc -S -b -t 20 -T 1 -A 5 -i eth1"])


if __name__ == "__main__":
    sys.exit(unittest.main())
