#!/usr/bin/python3
"""The hardware type redfish with simulated BMCs over TLS, and with servers that are no BMC."""

import shutil
import socket
import threading
import unittest

from harness import Daemon, main, poll, scratch
from simulated_fleet import Fleet

LATEST = "1.115"
SETTINGS = """
drivers:
  enabled_hardware_types: [redfish]
conductor:
  sync_power_state_interval: 1
redfish:
  request_timeout: 4s
  connect_timeout: 2s
  power_on_conflict_retry_interval: 1s
"""


class OddServer:
    """A server that sends the same bytes to every request. With `endless`, it repeats `piece` without end."""

    def __init__(self, head, piece=b"", endless=False):
        self.head, self.piece, self.endless = head, piece, endless
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.asked = []
        threading.Thread(target=self._serve, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}"

    def _serve(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            with client:
                try:
                    self.asked.append(client.recv(65536))
                    client.sendall(self.head)
                    while self.endless:
                        client.sendall(self.piece)
                except OSError:
                    pass

    def stop(self):
        self.listener.close()


class Redfish(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.fleet = Fleet(6)
        cls.machines = {one["profile"]: one for one in cls.fleet.machines()}
        cls.folder = scratch()
        cls.daemon = Daemon(cls.folder, settings=SETTINGS).start()

    @classmethod
    def tearDownClass(cls):
        cls.daemon.stop()
        cls.fleet.stop()
        shutil.rmtree(cls.folder, ignore_errors=True)

    @property
    def api(self):
        return self.daemon.api

    def driver_info(self, profile, **more):
        machine = self.machines[profile]
        return {"redfish_address": machine["redfish_address"], "redfish_username": machine["user"],
                "redfish_password": machine["password"], "redfish_verify_ca": False, **more}

    def enrol(self, name, info):
        self.api.create(name, driver="redfish", driver_info=info, automated_clean=False)

    def refused(self, name, info):
        """Returns the reason why a node does not become manageable."""
        self.enrol(name, info)
        self.api.ask_for_state(name, "manage")
        node = poll(lambda: (n := self.api.node(name))["last_error"] and n, name + " fails")
        self.assertEqual(node["provision_state"], "enroll")
        return node["last_error"]

    def ask(self, method, path, body=None, status=None):
        answer = self.api.call(method, path, body, version=LATEST)
        if status:
            self.assertEqual(answer.status, status, answer)
        return answer

    def power(self, name, target, state):
        self.ask("PUT", f"/v1/nodes/{name}/states/power", {"target": target}, 202)

        def reached():
            node = self.api.node(name)
            self.assertIsNone(node["last_error"], node)
            return node["power_state"] == state and not node["target_power_state"]
        poll(reached, f"{name}: {target}", 60)

    def test_machines_of_all_vendors_are_enrolled_switched_and_booted(self):
        for profile in self.machines:
            with self.subTest(profile):
                self.enrol(profile, self.driver_info(profile))
                self.api.move(profile, "manage", "manageable")
                path = f"/v1/nodes/{profile}/management/boot_device"
                self.ask("PUT", path, {"boot_device": "pxe", "persistent": False}, 204)
                self.assertEqual(self.ask("GET", path, status=200).json,
                                 {"boot_device": "pxe", "persistent": False})
                self.power(profile, "power on", "power on")
                name = self.machines[profile]["name"]
                poll(lambda: self.fleet.state(name)["booted"]["device"] == "Pxe", "it has booted")
                self.power(profile, "rebooting", "power on")
                self.power(profile, "power off", "power off")
                self.assertEqual(self.fleet.state(name)["power"], "off")

    def test_a_wrong_password_is_reported(self):
        why = self.refused("locked", self.driver_info("dell", redfish_password="geheim"))
        self.assertIn("with HTTP 401", why)
        self.assertIn("driver_info.redfish_password", why)
        self.assertNotIn("geheim", why)
        self.assertNotIn("geheim", self.daemon.log())

    def test_an_unsigned_certificate_is_reported(self):
        why = self.refused("unsigned", self.driver_info("dell", redfish_verify_ca=True))
        self.assertIn("certificate", why)

    def test_an_unreachable_host_is_reported(self):
        with socket.socket() as taken:  # Bound, but not listening.
            taken.bind(("127.0.0.1", 0))
            address = f"https://127.0.0.1:{taken.getsockname()[1]}"
            why = self.refused("nobody", self.driver_info("dell", redfish_address=address))
        self.assertIn("127.0.0.1", why)

    def odd(self, name, server):
        try:
            why = self.refused(name, self.driver_info("dell", redfish_address=server.url))
        finally:
            server.stop()
        for asked in server.asked:
            self.assertNotIn(b"Authorization", asked)
            self.assertNotIn(b"POST", asked)
        return why

    def test_another_server_than_redfish_is_reported_and_receives_no_password(self):
        page = b"<html><body>hello</body></html>"
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n"
        why = self.odd("html", OddServer(head % len(page) + page))
        self.assertIn("No Redfish service at ", why)

    def test_an_endless_response_is_cut_off(self):
        head = b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{"
        self.assertTrue(self.odd("endless", OddServer(head, b" " * 65536, endless=True)))
        head = b"HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n{"
        self.assertTrue(self.odd("large", OddServer(head, b" " * 65536, endless=True)))

    def test_driver_info_is_checked_field_by_field(self):
        self.enrol("wrong", {"redfish_address": "ftp://h"})
        found = self.ask("GET", "/v1/nodes/wrong/validate", status=200).json
        for kind in ("power", "management"):
            self.assertFalse(found[kind]["result"], kind)
            self.assertIn("driver_info.redfish_address", found[kind]["reason"])
        properties = self.ask("GET", "/v1/drivers/redfish/properties", status=200).json
        self.assertIn("redfish_verify_ca", properties)


if __name__ == "__main__":
    main()
