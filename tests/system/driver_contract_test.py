#!/usr/bin/python3
"""Behaviour of a driver's interfaces, seen through the API: arguments, responses, properties, failures."""

import shutil
import unittest

from harness import Daemon, main, poll, scratch

LATEST = "1.115"
NODE = "/v1/nodes/n"
MEDIA = NODE + "/vmedia"
DEVICE = NODE + "/management/boot_device"
LED = NODE + "/management/indicators/led@system"
VENDOR = NODE + "/vendor_passthru?method="
ISO = {"device_type": "cdrom", "image_url": "http://192.0.2.1/a.iso"}

# Method, path, body, status, and words of the response.
REQUESTS = [
    ("GET", DEVICE + "/supported", None, 200, '"pxe"'),
    ("PUT", DEVICE, {"boot_device": "pxe"}, 204, ""),
    ("PUT", DEVICE, {"boot_device": "pxe", "persistent": True}, 204, ""),
    ("PUT", DEVICE, {"boot_device": "disk"}, 400, "allowed: pxe"),
    ("PUT", DEVICE, {}, 400, "boot_device"),
    ("PUT", DEVICE, {"boot_device": "pxe", "x": 1}, 400, "x"),
    ("GET", DEVICE, None, 200, '"persistent":true'),
    ("PUT", NODE + "/states/boot_mode", {"target": "uefi"}, 202, ""),
    ("PUT", NODE + "/states/boot_mode", {"target": "coffee"}, 400, "target"),
    ("PUT", NODE + "/states/secure_boot", {"target": True}, 202, ""),
    ("PUT", NODE + "/states/secure_boot", {"target": "maybe"}, 400, "target"),
    ("PUT", NODE + "/states/power", {"target": "sideways"}, 400, "sideways"),
    ("PUT", NODE + "/management/inject_nmi", {}, 400, "not support"),
    ("GET", NODE + "/management/indicators", None, 200, "led-0@chassis"),
    ("PUT", LED, {"state": "OFF"}, 204, ""),
    ("GET", LED, None, 200, '"off"'),
    ("PUT", LED, {"state": "red"}, 400, "state"),
    ("PUT", NODE + "/management/indicators/led-0@chassis", {"state": "off"}, 400, "read-only"),
    ("GET", NODE + "/management/indicators/led@disk", None, 400, "led@disk"),
    ("PUT", NODE + "/states/console", {"enabled": True}, 202, ""),
    ("PUT", NODE + "/states/console", {"enabled": "perhaps"}, 400, "enabled"),
    ("POST", MEDIA, ISO, 204, ""),
    ("POST", MEDIA, {**ISO, "device_type": "tape"}, 400, "device_type"),
    ("POST", MEDIA, {"device_type": "cdrom"}, 400, "image_url"),
    ("POST", MEDIA, {**ISO, "image_url": "a.iso"}, 400, "image_url"),
    ("POST", MEDIA, {**ISO, "image_download_source": "ftp"}, 400, "image_download_source"),
    ("POST", MEDIA, {**ISO, "x": 1}, 400, "x"),
    ("DELETE", MEDIA + "?device_types=tape", None, 400, "device_types"),
    ("DELETE", MEDIA + "?device_types=disk,floppy", None, 204, ""),
    ("PUT", NODE + "/states/raid", {"logical_disks": [{"size_gb": 1, "raid_level": "1"}]}, 204, ""),
    ("PUT", NODE + "/states/raid", {"logical_disks": [{"size_gb": 1, "raid_level": "9"}]}, 400, "raid_level"),
    ("POST", VENDOR + "third_method_sync", {"bar": "meow"}, 200, "true"),
    ("POST", VENDOR + "third_method_sync", {"bar": "woof"}, 200, "false"),
    ("POST", VENDOR + "third_method_sync", {}, 400, "bar"),
    ("POST", VENDOR + "second_method", {"bar": ""}, 400, "bar"),
    ("POST", VENDOR + "second_method", {"bar": "kazoo"}, 202, ""),
    ("POST", VENDOR + "third_method_sync", {"bar": "meow", "x": 1}, 400, "'x'"),
    ("PUT", VENDOR + "third_method_sync", {"bar": "meow"}, 400, "PUT"),
    ("POST", VENDOR + "sing", {}, 400, "sing"),
    ("POST", NODE + "/vifs", {"id": "v1"}, 204, ""),
    ("POST", NODE + "/vifs", {"id": "v1"}, 409, "attached"),
    ("POST", NODE + "/vifs", {"id": "v2"}, 400, "no free port"),
    ("GET", NODE + "/vifs", None, 200, '"v1"'),
    ("DELETE", NODE + "/vifs/v2", None, 400, "not attached"),
    ("DELETE", NODE + "/vifs/v1", None, 204, ""),
    ("GET", NODE + "/bios?fields=name&detail=true", None, 400, "detail"),
    ("GET", NODE + "/bios?fields=nonsense", None, 400, "nonsense"),
    ("GET", NODE + "/firmware?limit=1", None, 400, "limit"),
]

# Reasons for a failed step: arguments that it does not declare, then errors that the driver finds.
FAILED_STEPS = [
    ("bios", "apply_configuration", {}, "settings"),
    ("bios", "apply_configuration", {"settings": [], "x": 1}, "'x'"),
    ("bios", "reset", {}, "bios.reset"),
    ("firmware", "update", {}, "settings"),
    ("vendor", "trigger_servicewait", {}, "trigger_servicewait"),
    ("bios", "apply_configuration", {"settings": [{"name": "a"}]}, "'value'"),
    ("firmware", "update", {"settings": [{"component": "disk", "url": "http://h/f"}]}, "disk"),
    ("raid", "create_configuration", {"create_root_volume": "yes"}, "create_root_volume"),
]


class Contract(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = scratch()
        cls.daemon = Daemon(cls.folder).start()
        cls.api = cls.daemon.api

    @classmethod
    def tearDownClass(cls):
        cls.daemon.stop()
        shutil.rmtree(cls.folder, ignore_errors=True)

    def ask(self, method, path, body=None, status=200, version=LATEST):
        answer = self.api.call(method, path, body, version=version)
        self.assertEqual(answer.status, status, answer)
        return answer

    def node(self, name, **fields):
        self.api.create(name, **fields)
        self.api.move(name, "manage", "manageable")

    def clean(self, name, interface, step, args=None, end="manageable"):
        self.api.ask_for_state(name, "clean", clean_steps=[
            {"interface": interface, "step": step, "args": args or {}}])
        poll(lambda: self.api.node(name)["provision_state"] == end, f"{name} is {end}")

    def bios(self, name, version=LATEST, more="?detail=true"):
        return self.ask("GET", f"/v1/nodes/{name}/bios{more}", version=version).json["bios"]

    def test_requests(self):
        made = self.ask("POST", "/v1/nodes", {"driver": "fake-hardware", "name": "n",
                                              "network_interface": "fake"}, 201).json
        self.ask("POST", "/v1/ports", {"node_uuid": made["uuid"], "address": "52:54:00:00:00:01"}, 201)
        for method, path, body, status, words in REQUESTS:
            with self.subTest(f"{method} {path} {body}"):
                answer = self.api.call(method, path, body, version=LATEST)
                self.assertEqual(answer.status, status, answer)
                text = answer.reason if status >= 400 else answer.body.decode().replace(" ", "")
                self.assertIn(words, text)
        known = poll(lambda: (lambda x: x["secure_boot"] and x)(self.api.node("n")), "boots securely")
        self.assertEqual(known["boot_mode"], "uefi")
        self.assertEqual(self.ask("GET", NODE + "/states/console").json,
                         {"console_enabled": True, "console_info": {}})

    def test_virtual_media_are_attached_and_detached_and_fail_later(self):
        self.api.create("media")
        path = "/v1/nodes/media/vmedia"
        self.ask("POST", path, ISO, 204)
        self.assertIn({"media_types": ["CD", "DVD"], "inserted": True, "image": ISO["image_url"]},
                      self.ask("GET", path).json)
        self.assertIsNone(self.api.node("media")["last_error"])
        self.ask("POST", path, {**ISO, "image_url": "http://192.0.2.1/b.iso"}, 204)
        why = poll(lambda: self.api.node("media")["last_error"], "an error")
        self.assertIn("contains another image", why)
        self.assertIn(why, [x["event"] for x in self.api.history("media")])
        self.ask("POST", path, {"device_type": "floppy", "image_url": "nfs://h/a"}, 204)
        poll(lambda: "image_download_source" in self.api.node("media")["last_error"], "its error")
        self.ask("DELETE", path, None, 204)
        self.assertFalse(any(x["inserted"] for x in self.ask("GET", path).json))

    def test_a_failing_machine_returns_500_or_sets_last_error_when_no_client_waits(self):
        self.api.create("broken", driver_info={"fake_failures": {
            "management": "The BMC is on fire.", "console.start_console": "There is no tty."}})
        answer = self.ask("GET", "/v1/nodes/broken/management/boot_device", None, 500)
        self.assertIn("The BMC is on fire.", answer.reason)
        self.assertIsNone(self.api.node("broken")["last_error"])
        for path, body, words in ((("states/boot_mode"), {"target": "uefi"}, "on fire"),
                                  (("states/console"), {"enabled": True}, "no tty")):
            self.ask("PUT", f"/v1/nodes/broken/{path}", body, 202)
            poll(lambda words=words: words in (self.api.node("broken")["last_error"] or ""), words)
        self.assertFalse(self.api.node("broken")["console_enabled"])

    def test_the_arguments_of_steps_are_checked(self):
        self.node("judged")
        for interface, step, args, words in FAILED_STEPS:
            self.clean("judged", interface, step, args, "clean failed")
            self.assertIn(words, self.api.node("judged")["last_error"])
            self.ask("DELETE", "/v1/nodes/judged/maintenance", None, 202)
            self.api.move("judged", "manage", "manageable")

    def test_bios_settings_follow_the_steps_and_survive_a_restart(self):
        self.node("bios")
        self.clean("bios", "bios", "apply_configuration", {"settings": [
            {"name": "virtualization", "value": True}, {"name": "boot mode", "value": "uefi"},
            {"name": "admin_password", "value": "hunter2"}]})
        first = self.bios("bios")
        self.assertEqual([(x["name"], x["value"]) for x in first],
                         [("admin_password", "******"), ("boot mode", "uefi"), ("virtualization", "true")])
        self.assertEqual(set(first[1]), {
            "name", "value", "attribute_type", "allowable_values", "lower_bound", "upper_bound",
            "min_length", "max_length", "read_only", "reset_required", "unique", "created_at",
            "updated_at", "links"})
        self.assertTrue(first[1]["links"][0]["href"].endswith("/bios/boot%20mode"))
        one = self.ask("GET", "/v1/nodes/bios/bios/boot%20mode").json
        self.assertEqual(one, {"boot mode": first[1]})
        brief = self.bios("bios", "1.73", "")
        self.assertEqual(set(brief[0]), {"name", "value", "created_at", "updated_at", "links"})
        self.ask("GET", "/v1/nodes/bios/bios?detail=true", None, 400, "1.73")

        self.clean("bios", "bios", "apply_configuration", {"settings": [
            {"name": "virtualization", "value": "false"}, {"name": "turbo", "value": 3}]})
        self.clean("bios", "bios", "cache_bios_settings")
        self.daemon.kill()
        type(self).daemon = Daemon(self.folder, listen=self.api.url[7:]).start()
        second = {x["name"]: x for x in self.bios("bios")}
        self.assertEqual({x: y["value"] for x, y in second.items()},
                         {"turbo": "3", "virtualization": "false"})
        self.assertEqual(second["virtualization"]["created_at"], first[2]["created_at"])
        self.assertIsNotNone(second["virtualization"]["updated_at"])
        self.assertIsNone(second["turbo"]["updated_at"])
        self.clean("bios", "bios", "factory_reset")
        self.assertEqual(self.bios("bios"), [])

    def test_firmware_is_listed_after_an_update(self):
        self.node("flash")
        for name in ("bmc-2.bin", "bmc-3.bin"):
            self.clean("flash", "firmware", "update", {"settings": [
                {"component": "bmc", "url": "http://192.0.2.1/" + name}]})
        row, = self.ask("GET", "/v1/nodes/flash/firmware").json["firmware"]
        self.assertEqual((row["component"], row["initial_version"], row["current_version"],
                          row["last_version_flashed"]), ("bmc", "1.0", "bmc-3.bin", "bmc-3.bin"))
        self.assertEqual(set(row) - {"component", "initial_version", "current_version",
                                     "last_version_flashed", "created_at", "updated_at"},
                         {"vendor", "model", "serial_number"})
        old, = self.ask("GET", "/v1/nodes/flash/firmware", version="1.113").json["firmware"]
        self.assertNotIn("vendor", old)
        some = self.ask("GET", "/v1/nodes/flash/firmware?fields=component").json["firmware"]
        self.assertEqual(some, [{"component": "bmc"}])

    def test_vendor_steps_run_in_cleaning_and_servicing(self):
        self.node("vendor", automated_clean=False)
        self.assertEqual(self.ask("GET", "/v1/nodes/vendor/cleaning/steps").json, [])
        self.clean("vendor", "vendor", "log_passthrough", {"bar": "anything"})
        self.api.move("vendor", "provide", "available", "active", "active")
        self.api.ask_for_state("vendor", "service", service_steps=[
            {"interface": "vendor", "step": "log_passthrough"},
            {"interface": "vendor", "step": "trigger_servicewait"}])
        node = self.api.until("vendor", "service wait")
        self.assertEqual(node["service_step"]["step"], "trigger_servicewait")
        config = self.ask("GET", f"/v1/lookup?node_uuid={node['uuid']}").json["config"]
        self.ask("POST", f"/v1/heartbeat/{node['uuid']}", {
            "callback_url": "https://192.0.2.7:9999", "agent_version": "9.0.0",
            "agent_token": config["agent_token"]}, 202)
        self.api.until("vendor", "active")


if __name__ == "__main__":
    main()
