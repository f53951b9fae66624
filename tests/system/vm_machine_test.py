#!/usr/bin/python3
"""Virtual machines behind simulated BMCs. QEMU follows the Redfish and IPMI requests of the clients sushy and ipmitool.
Each machine is in QEMU's own network, which needs no permission."""

import logging
import os
import re
import shutil
import signal
import subprocess
import unittest
import urllib.error
import urllib.request
import warnings

import sushy

import harness
import vm_payload
from simulated_fleet import Fleet, ask, unverified

warnings.filterwarnings("ignore", message="Unverified HTTPS request")
logging.disable(logging.CRITICAL)
for variable in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"):
    os.environ.pop(variable, None)

NO_TIMES = "times: {power_on: 0, power_off: 0, post: 0}\n"
READY = b"target: ready"
BOOT_LIMIT = 180  # Seconds, for an emulated machine on a busy host.


def runs(pid):
    """A child process that has ended but was not waited for counts as ended."""
    try:
        return harness.read(f"/proc/{pid}/stat").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Machines:
    """A fleet of one virtual machine, and its state."""

    def __init__(self, firmware, *further, profile="openbmc"):
        self.fleet = Fleet(1, "--vm", "--firmware", firmware, "--profile", profile, "--memory", "512",
                           *further, scenario=NO_TIMES)
        self.machine = self.fleet.machines()[0]
        self.vm = self.machine["vm"]

    def shown(self):
        return self.fleet.machines()[0]

    def pid(self):
        return self.shown()["vm"]["pid"]

    def power(self):
        return self.shown()["state"]["power"]

    def console(self):
        try:
            with open(self.vm["console"], "rb") as file:
                return file.read()
        except FileNotFoundError:
            return b""

    def await_console(self, wanted, count=1, limit=BOOT_LIMIT):
        try:
            harness.poll(lambda: self.console().count(wanted) >= count, f"{wanted} on the console", limit)
        except AssertionError as late:
            lines = self.console().decode(errors="replace").splitlines()[-25:]
            raise AssertionError("\n".join([str(late), str(self.shown()["vm"]["problem"]), *lines])) from None

    def install(self, image):
        """Installs an image while the machine is off."""
        with open(image, "rb") as source, open(self.vm["disks"][0], "r+b") as disk:
            shutil.copyfileobj(source, disk)

    def root(self):
        return sushy.Sushy(self.machine["redfish_address"], username=self.machine["user"],
                           password=self.machine["password"], verify=False)

    def reset(self, kind):
        ask(self.machine, "POST", self.machine["system_id"] + "/Actions/ComputerSystem.Reset",
            {"ResetType": kind})

    def boot_once(self, target, **more):
        ask(self.machine, "PATCH", self.machine["system_id"],
            {"Boot": {"BootSourceOverrideTarget": target, "BootSourceOverrideEnabled": "Once", **more}})


class Test(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = harness.scratch()
        cls.image = os.path.join(cls.folder, "target.img")
        vm_payload.make_image(cls.image)
        cls.disc = vm_payload.make_disc(cls.folder, cls.image)
        cls.files = vm_payload.FileServer(cls.folder)

    @classmethod
    def tearDownClass(cls):
        cls.files.close()
        shutil.rmtree(cls.folder)

    def machines(self, *arguments, **more):
        out = Machines(*arguments, **more)
        self.addCleanup(self.end, out)
        return out

    @staticmethod
    def end(machines):
        if machines.fleet.process.poll() is None:
            machines.fleet.stop()

    def test_sushy_controls_the_machine(self):
        one = self.machines("bios")
        one.install(self.image)
        system = one.root().get_system()
        system.reset_system(sushy.ResetType.ON)
        one.await_console(READY)
        system.refresh()
        self.assertEqual(system.power_state, sushy.PowerState.ON)
        system.reset_system(sushy.ResetType.FORCE_RESTART)
        one.await_console(READY, 2)
        pid = one.pid()
        system.reset_system(sushy.ResetType.FORCE_OFF)
        harness.poll(lambda: not runs(pid), "QEMU ends")
        harness.poll(lambda: one.power() == "off", "the power is off")
        self.assertEqual(one.fleet.stop(), 0)
        self.assertFalse(os.path.exists(one.vm["folder"]))

    def bootable_iso(self, firmware, secure):
        one = self.machines(firmware)
        system = one.root().get_system()
        manager = one.root().get_manager()
        medium = next(x for x in manager.virtual_media.get_members() if x.identity == "Slot_2")
        medium.insert_media(self.files.url + "/disc.iso")
        self.assertEqual(system.secure_boot.enabled, secure)
        system.set_system_boot_options(sushy.BootSource.CD, enabled=sushy.BootSourceOverrideEnabled.ONCE)
        before = len(self.files.asked)
        system.reset_system(sushy.ResetType.ON)
        one.await_console(READY)
        asked = [x for x in self.files.asked[before:] if x[1] == "/disc.iso"]
        self.assertIn("HEAD", [x[0] for x in asked])
        self.assertTrue(all(x[2] for x in asked if x[0] == "GET"), "a BMC reads by ranges")
        system.refresh()
        self.assertEqual(system.boot["target"], sushy.BootSource.NONE)
        return one

    def test_it_boots_an_iso_over_http(self):
        self.bootable_iso("bios", False)

    def test_it_boots_an_iso_with_secure_boot(self):
        one = self.bootable_iso("secureboot", True)
        self.assertIn(b"BdsDxe", one.console())

    def test_secure_boot_starts_signed_programs_only(self):
        one = self.machines("secureboot")
        shutil.copy("/usr/lib/systemd/boot/efi/systemd-bootx64.efi"
                    if os.path.exists("/usr/lib/systemd/boot/efi/systemd-bootx64.efi")
                    else "/usr/lib/ipxe/snponly.efi", os.path.join(self.folder, "unsigned.efi"))
        one.boot_once("UefiHttp", HttpBootUri=self.local("unsigned.efi"))
        one.reset("On")
        one.await_console(b"Access Denied")

    def local(self, name):
        """Returns the host's address in QEMU's own network."""
        return self.files.url.replace("127.0.0.1", "10.0.2.2") + "/" + name

    def test_it_boots_the_bmcs_url_over_http(self):
        one = self.machines("uefi")
        shutil.copy("/usr/lib/ipxe/snponly.efi", os.path.join(self.folder, "loader.efi"))
        one.boot_once("UefiHttp", HttpBootUri=self.local("loader.efi"))
        one.reset("On")
        one.await_console(b"iPXE")
        self.assertIn("/loader.efi", [x[1] for x in self.files.asked])

    def test_a_missing_iso_is_reported_and_the_drive_is_empty(self):
        one = self.machines("bios")
        one.install(self.image)
        ask(one.machine, "POST", "/redfish/v1/Managers/bmc/VirtualMedia/Slot_2/Actions/VirtualMedia.InsertMedia",
            {"Image": self.files.url + "/nowhere.iso"})
        one.boot_once("Cd")
        one.reset("On")
        one.await_console(READY)  # From the disk.
        self.assertIn("404", one.shown()["vm"]["problem"])

    def test_a_killed_system_leaves_the_machine_off(self):
        one = self.machines("bios")
        one.reset("On")
        pid = harness.poll(one.pid, "QEMU runs")
        os.kill(pid, signal.SIGKILL)
        harness.poll(lambda: one.power() == "off", "the power is off")
        one.reset("On")
        self.assertNotEqual(harness.poll(one.pid, "QEMU runs again"), pid)

    def test_a_machine_is_off_after_a_kill_of_qemu(self):
        one = self.machines("bios", "--ipmi")
        one.reset("On")
        pid = harness.poll(one.pid, "QEMU runs")
        children = subprocess.run(["ps", "--ppid", str(one.fleet.process.pid), "-o", "pid="],
                                  capture_output=True, text=True, check=True).stdout.split()
        self.assertIn(str(pid), children)
        self.assertEqual(len(children), 2)  # QEMU and ipmi_sim.
        one.fleet.process.kill()
        one.fleet.process.communicate()
        harness.poll(lambda: not any(runs(child) for child in children), "all children end")
        self.assertTrue(os.path.exists(one.vm["folder"]))
        self.machines("bios")
        self.assertFalse(os.path.exists(one.vm["folder"]), "the next one tidies up")

    def test_the_console_is_shown_by_the_simulator(self):
        one = self.machines("bios")
        address = f"{one.fleet.url}/simulate/machines/{one.machine['name']}/console"
        self.assertEqual(self.get(address), b"")
        one.reset("On")
        one.await_console(b"SeaBIOS")
        self.assertIn(b"SeaBIOS", self.get(address))
        with self.assertRaises(urllib.error.HTTPError):
            self.get(address.replace("sim-00001", "sim-00002"))

    @staticmethod
    def get(address):
        with urllib.request.urlopen(address, context=unverified(), timeout=30) as answer:
            return answer.read()

    def ipmitool(self, one, *words):
        done = subprocess.run(
            ["ipmitool", "-I", "lanplus", "-H", "127.0.0.1", "-p", str(one.vm["ipmi_port"]), "-C", "3",
             "-U", one.machine["user"], "-P", one.machine["password"], *words],
            capture_output=True, text=True, check=False, timeout=60, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_ipmi_controls_the_same_machine(self):
        one = self.machines("bios", "--ipmi")
        one.install(self.image)
        self.assertIn("off", self.ipmitool(one, "power", "status"))
        self.ipmitool(one, "chassis", "bootdev", "pxe")
        harness.poll(lambda: self.override(one) == "Pxe", "both see the same boot device")
        self.ipmitool(one, "power", "on")
        one.await_console(b"iPXE")
        harness.poll(lambda: self.override(one) == "None", "boot override used up")
        self.ipmitool(one, "power", "reset")
        one.await_console(READY)
        self.assertIn("on", self.ipmitool(one, "power", "status"))
        self.ipmitool(one, "power", "off")
        harness.poll(lambda: one.pid() is None, "QEMU ends")
        self.ipmitool(one, "power", "on")
        one.await_console(READY, 2)
        one.reset("ForceOff")
        harness.poll(lambda: "off" in self.ipmitool(one, "power", "status"), "IPMI hears of Redfish's")

    @staticmethod
    def override(one):
        return ask(one.machine, "GET", one.machine["system_id"])["Boot"]["BootSourceOverrideTarget"]


class BadOptions(unittest.TestCase):
    def refused(self, *arguments):
        done = subprocess.run([harness.daemon_path(), "simulate", *arguments], capture_output=True, text=True,
                              check=False, timeout=60, stdin=subprocess.DEVNULL)
        self.assertNotEqual(done.returncode, 0)
        return done.stderr

    def test_invalid_settings_are_reported(self):
        for arguments, words in ((("--vm", "--disks", "floppy"), "virtio, nvme"),
                                 (("--vm", "--network", "token-ring"), "bridge:NAME"),
                                 (("--vm", "--firmware", "coreboot"), "secureboot"),
                                 (("--firmware", "bios"), "--vm"),
                                 (("--vm", "--api", "http://192.0.2.1:6385"), "--api")):
            with self.subTest(arguments):
                self.assertIn(words, self.refused(*arguments))

    def test_a_missing_bridge_is_reported_by_the_machine(self):
        one = Machines("bios", "--network", "bridge:nowhere0")
        self.addCleanup(one.fleet.stop)
        one.reset("On")
        problem = harness.poll(lambda: one.shown()["vm"]["problem"], "it cannot start")
        self.assertTrue(re.search("nowhere0|CAP_NET_ADMIN|/dev/net/tun", problem), problem)
        harness.poll(lambda: one.power() == "off", "it is off again")


if __name__ == "__main__":
    unittest.main(verbosity=2)
