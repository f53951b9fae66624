#!/usr/bin/python3
"""Two hosts, each with all roles and its own folders for boot files. One host is lost while a node waits for its
ramdisk. The other host rebuilds the files without help."""

import os
import shutil
import subprocess
import time
import unittest

from fleet import SETTINGS
from harness import ROOT, Daemon, free_address, main, poll, read, scratch
from simulated_fleet import Fleet
from small_agent import SmallAgent

ERASE = [{"step": "erase_devices", "interface": "deploy", "priority": 10}]
HOST = """
drivers: {{enabled_hardware_types: [manual-management, redfish], default_deploy_interface: direct}}
bus: {bus}
store: {store}
name: {name}
pxe: {{http_root: {folder}/boot}}
conductor: {{file_url_allowed_paths: [{shared}]}}
dhcp: {{dhcp_provider: dnsmasq}}
dnsmasq: {{dhcp_hostsdir: {folder}/hosts, dhcp_optsdir: {folder}/opts}}
"""
# A lost host is known to be lost only after a while. Then its nodes are informed.
REBUILT_WITHIN = 60


def backends(command, folder, *arguments):
    done = subprocess.run([os.path.join(ROOT, "ops/cluster"), "backends", command, folder, *arguments],
                          capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


class Host:
    def __init__(self, name, env, shared):
        self.folder = scratch()
        listen = free_address()
        text = HOST.format(bus=env["IRONBUS_AMQP_URL"], store=env["IRONBUS_REDIS_URL"], name=name, folder=self.folder,
                           shared=shared)
        self.daemon = Daemon(self.folder, settings=SETTINGS + text, listen=listen)
        self.daemon.start()
        self.url = "http://" + listen

    @property
    def api(self):
        return self.daemon.api

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def has_files(self, uuid):
        return os.path.exists(self.path("boot", uuid)) or os.path.exists(self.path("opts", uuid))

    def lose(self):
        """Removes the host and all its files."""
        self.daemon.kill()
        for name in ("boot", "hosts", "opts", "data"):
            shutil.rmtree(self.path(name), ignore_errors=True)

    def end(self):
        if self.daemon.process.poll() is None:
            self.daemon.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class LostHosts(unittest.TestCase):
    def setUp(self):
        self.folder = scratch()
        self.addCleanup(shutil.rmtree, self.folder, True)
        backends("start", self.folder)
        self.addCleanup(backends, "stop", self.folder)
        env = {}
        for line in read(os.path.join(self.folder, "env")).splitlines():
            name, _, value = line.removeprefix("export ").partition("=")
            env[name] = value.strip("'")
        self.hosts = [Host(name, env, self.folder) for name in ("host-a", "host-b")]
        for host in self.hosts:
            self.addCleanup(host.end)
            poll(lambda at=host: at.api.get("/readyz").status == 200, "the host is ready", 60)
        self.agent = SmallAgent(ERASE)
        self.addCleanup(self.agent.stop)

    def begin(self, interface="ipxe"):
        """Starts the cleaning of a node. Returns the host with its boot files, and the other host."""
        api = self.hosts[0].api
        self.mac = "52:54:00:cc:00:01"
        self.uuid = api.create("node", driver="manual-management", boot_interface=interface, driver_info={
            "deploy_kernel": "http://192.0.2.80/kernel", "deploy_ramdisk": "http://192.0.2.80/ramdisk",
            "ramdisk_image_download_source": "http"})["uuid"]
        api.call("POST", "/v1/ports", {"node_uuid": self.uuid, "address": self.mac})
        api.move("node", "manage", "manageable")
        api.ask_for_state("node", "provide")
        api.until("node", "clean wait")
        first, other = sorted(self.hosts, key=lambda x: not x.has_files(self.uuid))
        self.assertTrue(first.has_files(self.uuid))
        self.assertFalse(other.has_files(self.uuid))
        return first, other

    def script(self, host):
        answer = host.api.get("/v1/boot/pxelinux.cfg/" + self.mac.replace(":", "-"))
        return answer.body.decode() if answer.status == 200 else ""

    def rebuilt(self, host):
        return poll(lambda: self.script(host), "boot files at the other host", REBUILT_WITHIN)

    def boot(self, host):
        """Boots the machine with the script of the host. Its agent works until the node is clean."""
        script = self.script(host)
        self.assertIn("kernel http://192.0.2.80/kernel ipa-api-url=" + host.url, script)
        offer = read(host.path("opts", self.uuid))
        self.assertIn(host.url + "/v1/boot/network/boot.ipxe", offer)
        self.assertIn(f"{self.mac},set:ironbus,set:ironbus-{self.uuid}", read(host.path("hosts", self.uuid)))
        self.finish(host)

    def finish(self, host):
        uuid, token = self.agent.look_up(host.api, self.mac)
        self.assertEqual(uuid, self.uuid)
        self.agent.call_again = lambda: self.agent.heartbeat(host.api, uuid, token)
        self.agent.heartbeat(host.api, uuid, token)
        host.api.until("node", "available", 60)

    def none_left(self, host):
        poll(lambda: not host.has_files(self.uuid), f"boot files deleted at {host.folder}")

    def place(self, host):
        return host.api.node("node")["driver_internal_info"]["boot_place"]

    def events(self, host):
        return [x["type"] for x in host.api.get("/v1/events?node=node&since=0").json["events"]]

    def test_the_other_host_rebuilds_the_files_and_cleaning_continues(self):
        lost, other = self.begin()
        before, config = self.place(other), self.script(lost)
        operation = other.api.node("node")["clean_step"]
        lost.lose()
        self.assertNotEqual(self.rebuilt(other), "")
        poll(lambda: self.place(other) != before, "node has the new location")
        self.assertEqual(self.script(other), config.replace(lost.url, other.url))
        self.assertEqual(other.api.node("node")["provision_state"], "clean wait")
        self.assertEqual(other.api.node("node")["clean_step"], operation)
        self.assertIn("ironbus.boot_place_changed", self.events(other))
        self.assertNotIn("ironbus.power_action_started", self.events(other)[-3:])
        self.boot(other)
        self.none_left(other)
        self.assertRegex(read(other.path("hosts", self.uuid)), f"^# ironbus .*\n{self.mac},set:ironbus\n$")
        lost.daemon.start()
        self.assertFalse(lost.has_files(self.uuid))

    def test_no_file_is_left_when_the_ramdisk_ends_during_the_rebuild(self):
        lost, other = self.begin()
        lost.daemon.kill()
        self.finish(other)
        self.assertFalse(other.has_files(self.uuid))
        self.assertTrue(lost.has_files(self.uuid))
        time.sleep(25)  # Longer than the time until nodes are informed of a lost host.
        self.assertFalse(other.has_files(self.uuid))
        lost.daemon.start()
        self.none_left(lost)
        self.assertEqual(self.script(lost), "")

    def test_a_host_that_returns_late_removes_its_own_files(self):
        away, other = self.begin()
        away.daemon.kill()
        self.rebuilt(other)
        self.assertTrue(away.has_files(self.uuid))
        away.daemon.start()
        self.none_left(away)
        self.boot(other)
        self.none_left(other)

    def test_a_host_that_returns_in_time_keeps_its_files(self):
        first, other = self.begin()
        before = self.place(other)
        for _ in range(2):
            first.daemon.kill()
            first.daemon.start()
        time.sleep(25)
        self.assertEqual(self.place(other), before)
        self.assertTrue(first.has_files(self.uuid))
        self.assertFalse(other.has_files(self.uuid))
        self.boot(first)
        self.none_left(first)

    def begin_with_disc(self):
        """Like begin(), with a machine that boots from its own boot ISO."""
        fleet = Fleet(1)
        self.addCleanup(fleet.stop)
        machine = fleet.machines()[0]
        info = {"redfish_address": machine["redfish_address"], "redfish_verify_ca": False,
                "redfish_username": machine["user"], "redfish_password": machine["password"]}
        for key in ("deploy_kernel", "deploy_ramdisk", "bootloader"):
            path = os.path.join(self.folder, key)
            with open(path, "wb") as file:
                file.write(os.urandom(100_000))
            info[key] = "file://" + path
        api = self.hosts[0].api
        self.uuid = api.create("node", driver="redfish", boot_interface="redfish-virtual-media",
                               driver_info=info)["uuid"]
        api.move("node", "manage", "manageable")
        api.ask_for_state("node", "provide")
        api.until("node", "clean wait")
        return sorted(self.hosts, key=lambda x: not x.has_files(self.uuid))

    def disc(self, host):
        """Returns the URL of the inserted boot ISO."""
        full = [x for x in host.api.get("/v1/nodes/node/vmedia").json if x["inserted"]]
        return full[0]["image"] if full else ""

    def test_a_boot_iso_is_rebuilt_and_inserted(self):
        lost, other = self.begin_with_disc()
        before = self.disc(lost)
        self.assertTrue(before.startswith(lost.url), before)
        size = len(lost.api.get(before.removeprefix(lost.url)).body)
        lost.lose()
        poll(lambda: other.has_files(self.uuid), "boot ISO at the other host", REBUILT_WITHIN)
        # The ramdisk receives another address, so the boot ISO has another URL.
        now = poll(lambda: (x := self.disc(other)).startswith(other.url) and x, "boot ISO inserted")
        self.assertEqual(len(other.api.get(now.removeprefix(other.url)).body), size)
        self.assertEqual(other.api.node("node")["provision_state"], "clean wait")
        other.api.ask_for_state("node", "abort")
        self.none_left(other)
        poll(lambda: self.disc(other) == "", "boot ISO ejected")

    def test_a_lost_folder_is_rebuilt_by_any_running_host(self):
        first, other = self.begin()
        before = self.place(other)
        first.lose()
        first.daemon.start()
        poll(lambda: self.place(other) != before, "boot files rebuilt", REBUILT_WITHIN)
        self.boot(next(x for x in self.hosts if x.has_files(self.uuid)))
        for host in self.hosts:
            self.none_left(host)


if __name__ == "__main__":
    main()
