"""Real IPMI BMCs: each is an ipmi_sim of OpenIPMI, whose chassis is a script of the test."""

import os
import signal
import socket
import subprocess
import sys
import threading

from harness import ROOT, poll, read

sys.path.insert(0, os.path.join(ROOT, "ops"))

from benchmarks.ipmi import LAN, PASSWORD, USER  # noqa: E402

# Its chassis and its serial line.
PARTS = 'chassis_control "{chassis}"\n  sol "tcp:127.0.0.1:{serial}" 115200'

# A management controller of that vendor, with a temperature sensor.
MACHINE = """mc_setbmc 0x20
mc_add 0x20 0 no-device-sdrs 0x23 9 8 0x9f {vendor:#x} 0xf02
sel_enable 0x20 1000 0x0a
main_sdr_add 0x20 0 0 0x51 1 0x33 0x20 0 1 7 1 0x7f 0x68 1 1 0x95 0x7a 0x95 0x7a 0x3f 0x3f 0 1 0 0 1 0 0 0 0 0 0 40 0 0 255 0 95 90 85 1 3 5 2 2 0 0 0 0xc8 0x43 0x50 0x55 0x20 0x54 0x65 0x6d 0x70
sensor_add 0x20 0 1 1 1
sensor_set_value 0x20 0 1 45 0
sensor_set_threshold 0x20 0 1 settable 111111 95 90 85 1 3 5
mc_enable 0x20
"""

# ipmi_sim runs it to read and change the chassis. The file `slow` contains the seconds that each
# call is delayed.
CHASSIS = """#!/bin/sh
cd {folder} || exit 1
if [ -r slow ]; then sleep "$(cat slow)"; fi
op=$1; shift
if [ "$op" = get ]; then
  for name in "$@"; do
    value=0; [ "$name" = boot ] && value=none
    [ -r "$name" ] && read -r value < "$name"
    echo "$name:$value"
  done
else
  while [ $# -gt 1 ]; do
    echo "$1 $2" >> orders
    case $1 in shutdown) echo 0 > power ;; reset) : ;; *) echo "$2" > "$1" ;; esac
    case $1 in power | reset | shutdown) if [ -x wired ]; then ./wired "$1" "$2"; fi ;; esac
    shift 2
  done
fi
"""

DELL = 0x2A2


def free_udp_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class SerialLine(threading.Thread):
    """The machine's end of its serial line. It returns all input in capitals."""

    def __init__(self):
        super().__init__(daemon=True)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.start()

    def run(self):
        while True:
            try:
                line, _ = self.listener.accept()
            except OSError:
                return
            with line:
                while heard := line.recv(1024):
                    line.sendall(heard.upper())

    def close(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()


class Bmc:
    """One BMC on its own port."""

    def __init__(self, folder, name, vendor=DELL):
        self.folder = os.path.join(folder, name)
        self.name = name
        self.port = free_udp_port()
        self.serial = SerialLine()
        os.makedirs(os.path.join(self.folder, "state"))
        chassis = os.path.join(self.folder, "chassis")
        self.put("chassis", CHASSIS.format(folder=self.folder))
        os.chmod(chassis, 0o755)
        parts = PARTS.format(chassis=chassis, serial=self.serial.port)
        self.put("lan.conf", LAN.format(name=name, port=self.port, user=USER, password=PASSWORD,
                                        more=parts))
        self.put("machine.emu", MACHINE.format(vendor=vendor))
        with open(os.path.join(self.folder, "log"), "wb") as log:
            self.process = subprocess.Popen(
                ["ipmi_sim", "-c", "lan.conf", "-f", "machine.emu", "-s", "state", "-n"],
                cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        poll(self.listens, f"{name} listens")

    def listens(self):
        assert self.process.poll() is None, read(os.path.join(self.folder, "log"))
        wanted = f"{self.port:04X}"
        return any(line.split()[1].endswith(":" + wanted)
                   for line in read("/proc/net/udp").splitlines()[1:])

    def put(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def wire(self, script):
        """Runs the script with each change of power: `power 1`, `power 0`, `reset 1`, `shutdown 1`."""
        self.put("wired", script)
        os.chmod(os.path.join(self.folder, "wired"), 0o755)

    def take(self, name):
        os.remove(os.path.join(self.folder, name))

    def get(self, name):
        path = os.path.join(self.folder, name)
        return read(path).strip() if os.path.exists(path) else ""

    @property
    def is_on(self):
        return self.get("power") == "1"

    def driver_info(self, **more):
        return {"ipmi_address": "127.0.0.1", "ipmi_port": self.port, "ipmi_username": USER,
                "ipmi_password": PASSWORD, **more}

    def freeze(self):
        self.process.send_signal(signal.SIGSTOP)

    def wake(self):
        self.process.send_signal(signal.SIGCONT)

    def stop(self):
        self.process.kill()
        self.process.wait(10)
        self.serial.close()
