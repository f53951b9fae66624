#!/usr/bin/python3
"""Virtual machines boot the boot ISO of a node. They read it by ranges from the service, as a BMC does: with BIOS,
with UEFI, and with UEFI and Secure Boot. Also, firmware downloads it (UEFI HTTP boot, redfish-https) in a separate
network, if the test may create one."""

import os
import shutil
import subprocess
import sys
import unittest

import iso_parts
import emulated_machine
from iso_fixture import Machines
from harness import ROOT, main, poll

PARAMETERS = "console=ttyS0 quiet " + emulated_machine.KERNEL_PARAMETERS
KERNEL_FOLDER = os.path.join(ROOT, "build", "test-kernel")
IN_NETWORK = "IRONBUS_TEST_HAS_A_NETWORK"
SERVICE = "192.0.2.1:6385"
NETWORK = """ip link set lo up
ip link add br0 type bridge forward_delay 0 mcast_snooping 0
ip addr add 192.0.2.1/24 dev br0
ip link set br0 up
ip tuntap add tap0 mode tap
ip link set tap0 master br0 up
"""
DNSMASQ = """port=0
interface=br0
bind-interfaces
no-ping
leasefile-ro
dhcp-authoritative
dhcp-range=192.0.2.100,192.0.2.200,255.255.255.0,1h
dhcp-match=set:http,option:client-arch,16
dhcp-option-force=tag:http,60,HTTPClient
dhcp-boot=tag:http,"{url}"
"""
# Of all network boot methods of the firmware, only HTTP over IPv4.
CARD = ["-netdev", "tap,id=n,ifname=tap0,script=no,downscript=no",
        "-device", "virtio-net-pci,netdev=n,mac=52:54:00:00:00:01,bootindex=1,romfile="]
for what in ("IPv4PXESupport", "IPv6PXESupport", "IPv6Support"):
    CARD += ["-fw_cfg", f"name=opt/org.tianocore/{what},string=n"]


def setUpModule():  # noqa: N802
    if os.environ.get(IN_NETWORK):
        subprocess.run(["sh", "-e"], input=NETWORK.encode(), check=True)


@unittest.skipUnless(shutil.which(emulated_machine.QEMU), "no " + emulated_machine.QEMU)
class Boots(Machines):
    def setUp(self):
        super().setUp()
        kernel = iso_parts.find_kernel(KERNEL_FOLDER)
        if not kernel:
            self.skipTest("no kernel can be downloaded")
        iso_parts.make_folder(self.sources, kernel)

    def boot(self, firmware, *devices):
        console, seconds, said = emulated_machine.boot(self.folder, firmware, *devices)
        self.assertIn("\nEND", console, f"{firmware}: {said}, console: {console[-2000:]}")
        print(f"{firmware}: {seconds:.1f} s", flush=True)
        for word in (f"ipa-api-url={self.api.url}", "ipa-agent-token=", "boot_method=vmedia"):
            self.assertIn(word, console)
        self.assertIn("firmware " + ("bios" if firmware == "bios" else "uefi"), console)
        self.assertIn("[integrity]" if firmware == "secure" else "[none]", console)
        return console


class FromDrives(Boots):
    def test_each_firmware_boots_the_iso_with_the_parameters_of_its_node(self):
        self.start(1)
        _, url = self.clean(0, driver_info={"kernel_append_params": PARAMETERS + " note=\"a b\""})
        for firmware in emulated_machine.FIRMWARES:
            with self.subTest(firmware):
                console = self.boot(
                    firmware, "-nic", "none",
                    "-drive", f"if=none,id=cd,media=cdrom,format=raw,readonly=on,file={url}",
                    "-device", "ide-cd,drive=cd,bootindex=1")
                self.assertIn("note=\"a b\"" if firmware == "bios" else "note=a b", console)


@unittest.skipUnless(os.environ.get(IN_NETWORK), "no network of its own")
class OverHttp(Boots):
    def test_firmware_downloads_the_iso_and_boots_it(self):
        self.start(1, listen=SERVICE)
        self.enrol(0, "redfish-https", driver_info={"kernel_append_params": PARAMETERS})
        self.move(0, "manage", "manageable")
        self.move(0, "provide", "clean wait")
        url = poll(lambda: self.state(0)["booted"]["image"], "the simulated machine boots by HTTP")
        configuration = os.path.join(self.folder, "dnsmasq.conf")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(DNSMASQ.format(url=url))
        with subprocess.Popen(["dnsmasq", "-k", "-C", configuration, "--user=root"]) as server:
            try:
                for firmware in ("uefi", "secure"):
                    with self.subTest(firmware):
                        self.boot(firmware, *CARD)
            finally:
                server.terminate()


def may_make_network():
    words = [["unshare", "-n", "ip", "tuntap", "add", "tap0", "mode", "tap"], ["dnsmasq", "--version"]]
    try:
        return all(subprocess.run(one, capture_output=True, check=False).returncode == 0 for one in words)
    except OSError:
        return False


if __name__ == "__main__":
    if IN_NETWORK not in os.environ and may_make_network():
        iso_parts.find_kernel(KERNEL_FOLDER)  # No download is possible inside the namespace.
        os.environ[IN_NETWORK] = "1"
        os.execvp("unshare", ["unshare", "-n", sys.executable, *sys.argv])
    main()
