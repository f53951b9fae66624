#!/usr/bin/python3
"""What our ramdisk learns about a machine's neighbours: its BMC's address, read by KCS, and the switch at its network
card, received by LLDP. The BMC is an ipmi_sim, the switch is the test."""

import os
import shutil
import socket
import struct
import subprocess
import threading
import unittest

from harness import free_port, main
from ramdisk_fixture import MAC, RamdiskTest

BMC_ADDRESS, BMC_MAC = "192.0.2.77", "52:54:00:bb:00:01"
CARD_MAC = "52:54:00:aa:00:02"
SWITCH_MAC = bytes.fromhex("02005e000001")
LLDP_GROUP = bytes.fromhex("0180c200000e")
LLDP_TYPE = 0x88CC

LAN = """name "machine"
set_working_mc 0x20
  startlan 1
    addr 127.0.0.1 {lan}
    priv_limit admin
    allowed_auths_admin md5
    guid 00112233445566778899aabbccddee01
    lan_config_program "{folder}/network"
  endlan
  serial 15 127.0.0.1 {system} codec VM
  user 2 true "admin" "secret" admin 10 md5
"""
CONTROLLER = "mc_setbmc 0x20\nmc_add 0x20 0 no-device-sdrs 0x23 9 8 0x9f 0x2a2 0xf02\nmc_enable 0x20\n"
# ipmi_sim runs it to read the configuration of the BMC's network.
NETWORK = f"""#!/bin/sh
[ "$1" = get ] || exit 0
shift
for name in "$@"; do
  case $name in
    ip_addr) echo "ip_addr:{BMC_ADDRESS}" ;;
    ip_addr_src) echo "ip_addr_src:static" ;;
    mac_addr) echo "mac_addr:{BMC_MAC}" ;;
    subnet_mask) echo "subnet_mask:255.255.255.0" ;;
    *mac_addr) echo "$name:00:00:00:00:00:00" ;;
    *) echo "$name:0.0.0.0" ;;
  esac
done
"""


class Bmc:
    """An ipmi_sim. QEMU connects to its system interface."""

    def __init__(self, folder):
        self.folder = os.path.join(folder, "bmc")
        os.makedirs(os.path.join(self.folder, "state"))
        self.system_port = free_port()
        self.put("lan.conf", LAN.format(lan=free_port(), system=self.system_port, folder=self.folder))
        self.put("machine.emu", CONTROLLER)
        self.put("network", NETWORK)
        os.chmod(os.path.join(self.folder, "network"), 0o755)
        with open(os.path.join(self.folder, "log"), "wb") as log:
            self.process = subprocess.Popen(["ipmi_sim", "-c", "lan.conf", "-f", "machine.emu", "-s", "state", "-n"],
                                            cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def put(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def devices(self):
        return ["-chardev", f"socket,id=bmc,host=127.0.0.1,port={self.system_port},reconnect=1",
                "-device", "ipmi-bmc-extern,id=bmc,chardev=bmc", "-device", "isa-ipmi-kcs,bmc=bmc"]

    def stop(self):
        self.process.kill()
        self.process.wait(10)


def lldp_frame(system_name, port):
    """Returns a switch's frame (IEEE 802.1AB): its name, its port, and the time to live."""
    parts = ((1, b"\x04" + SWITCH_MAC), (2, b"\x05" + port.encode()), (3, struct.pack("!H", 120)),
             (5, system_name.encode()), (127, b"\x00\x80\xc2\x01" + struct.pack("!H", 42)), (0, b""))
    body = b"".join(struct.pack("!H", kind << 9 | len(value)) + value for kind, value in parts)
    return (LLDP_GROUP + SWITCH_MAC + struct.pack("!H", LLDP_TYPE) + body).ljust(60, b"\0")


class Switch(threading.Thread):
    """The other end of a network card's cable. Each UDP datagram is a frame."""

    def __init__(self, frame):
        super().__init__(daemon=True)
        self.frame = frame
        self.ended = threading.Event()
        self.line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.line.bind(("127.0.0.1", 0))
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.bind(("127.0.0.1", 0))
            self.card_port = probe.getsockname()[1]
        self.start()

    def devices(self, mac):
        own = self.line.getsockname()[1]
        return ["-netdev", f"dgram,id=cable,local.type=inet,local.host=127.0.0.1,local.port={self.card_port},"
                           f"remote.type=inet,remote.host=127.0.0.1,remote.port={own}",
                "-device", f"virtio-net-pci,netdev=cable,mac={mac},romfile="]

    def run(self):
        while not self.ended.wait(0.5):
            try:
                self.line.sendto(self.frame, ("127.0.0.1", self.card_port))
            except ConnectionRefusedError:
                pass  # The machine was not on yet.

    def stop(self):
        self.ended.set()
        self.join()
        self.line.close()


@unittest.skipUnless(shutil.which("ipmi_sim"), "ipmi_sim (openipmi) is not installed")
class Neighbours(RamdiskTest):
    further_settings = ("inspector:\n  hooks: [validate-interfaces, ports, architecture, local-link-connection, "
                        "parse-lldp]\n  add_ports: all\n")
    further_parameters = "ipa-inspection-collectors=default,lldp ipa-lldp-timeout=5"

    def test_the_inventory_has_the_bmcs_address_and_the_switchs_data(self):
        self.add_machine()
        bmc = Bmc(self.folder)
        self.addCleanup(bmc.stop)
        switch = Switch(lldp_frame("switch-a", "Ethernet1/7"))
        self.addCleanup(switch.stop)
        self.machine.devices = bmc.devices() + switch.devices(CARD_MAC)
        self.move("inspect", "manageable")

        found = self.api.get("/v1/nodes/vm/inventory").json
        inventory, further = found["inventory"], found["plugin_data"]
        self.assertEqual(inventory["bmc_address"], BMC_ADDRESS)
        self.assertEqual(inventory["bmc_mac"], BMC_MAC)
        cards = {card["mac_address"]: card for card in inventory["interfaces"]}
        self.assertEqual(set(cards), {MAC, CARD_MAC})
        self.assertIn([5, b"switch-a".hex()], cards[CARD_MAC]["lldp"])
        self.assertIsNone(cards[MAC]["lldp"])

        announced = further["parsed_lldp"][cards[CARD_MAC]["name"]]
        self.assertEqual(announced["switch_system_name"], "switch-a")
        self.assertEqual(announced["switch_port_id"], "Ethernet1/7")
        self.assertEqual(announced["switch_port_untagged_vlan_id"], 42)
        ports = {port["address"]: port for port in self.api.get("/v1/ports/detail").json["ports"]}
        link = ports[CARD_MAC]["local_link_connection"]
        self.assertEqual(link["switch_id"], "02:00:5e:00:00:01")
        self.assertEqual(link["port_id"], "Ethernet1/7")
        self.assertEqual(ports[MAC]["local_link_connection"], {})


if __name__ == "__main__":
    main()
