"""Machines with IPMI for the power sync: one ipmi_sim of OpenIPMI each. Their CPU time is not counted."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from benchmarks.system import NotReady

USER, PASSWORD = "admin", "secret"
WAIT_SECONDS = 60

# Configuration of ipmi_sim; `more`: further lines.
LAN = """name "{name}"
set_working_mc 0x20
  startlan 1
    addr 127.0.0.1 {port}
    priv_limit admin
    allowed_auths_user md5
    allowed_auths_operator md5
    allowed_auths_admin md5
    guid 00112233445566778899aabbccddee01
  endlan
  {more}
  user 2 true "{user}" "{password}" admin 10 md5
"""
MACHINE = "mc_setbmc 0x20\nmc_add 0x20 0 no-device-sdrs 0x23 9 8 0x9f 0x2a2 0xf02\nmc_enable 0x20\n"


def free_ports(count):
    """Returns free UDP ports. Holds all of them until the last one is found."""
    sockets = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def listening():
    with open("/proc/net/udp", encoding="ascii") as table:
        return {int(line.split()[1].split(":")[1], 16) for line in table.readlines()[1:]}


class IpmiFleet:
    """Use as a context manager: runs the simulators. All machines stay off."""

    def __init__(self, machines):
        self.count = machines
        self.processes = []
        self.machines = []

    def __enter__(self):
        if self.count and not shutil.which("ipmi_sim"):
            raise NotReady("Found no ipmi_sim. Run apt-get install openipmi.")
        self.folder = tempfile.mkdtemp(prefix="ironbus-ipmi.")
        for number, port in enumerate(free_ports(self.count)):
            self._begin(os.path.join(self.folder, str(number)), port)
            self.machines.append({"name": f"ipmi-{number + 1:05}", "port": port})
        self._await()
        return self

    def _begin(self, folder, port):
        os.makedirs(os.path.join(folder, "state"))
        lan = LAN.format(name="machine", port=port, user=USER, password=PASSWORD, more="")
        for name, text in (("lan.conf", lan), ("machine.emu", MACHINE)):
            with open(os.path.join(folder, name), "w", encoding="ascii") as file:
                file.write(text)
        self.processes.append(subprocess.Popen(
            ["ipmi_sim", "-c", "lan.conf", "-f", "machine.emu", "-s", "state", "-n"], cwd=folder,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    def _await(self):
        wanted = {machine["port"] for machine in self.machines}
        until = time.monotonic() + WAIT_SECONDS
        while not wanted <= listening():
            if time.monotonic() > until:
                raise NotReady(f"{len(wanted - listening())} machines with IPMI did not start within {WAIT_SECONDS} s")
            time.sleep(0.2)

    def freeze(self, count):
        """Suspends the first `count` simulators, like BMCs that hang."""
        for process in self.processes[:count]:
            process.send_signal(signal.SIGSTOP)

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.wait(30)
        shutil.rmtree(self.folder, ignore_errors=True)


def driver_info(machine):
    return {"ipmi_address": "127.0.0.1", "ipmi_port": machine["port"], "ipmi_username": USER,
            "ipmi_password": PASSWORD}
