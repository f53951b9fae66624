#!/usr/bin/python3
"""Data for a deployment: images in files, config drives."""

import base64
import gzip
import hashlib
import os
import shutil
import subprocess
import unittest

from fleet import Fleet, settings, step
from harness import Daemon, free_address, main, poll, scratch


class WithImages(unittest.TestCase):
    MORE = ""

    @classmethod
    def setUpClass(cls):
        cls.folder = scratch()
        cls.images = os.path.join(cls.folder, "images")
        os.makedirs(cls.images)
        journal = os.path.join(cls.folder, "journal.jsonl")
        more = (f"  deploy_logs_local_path: {cls.folder}/ramdisk-logs\n"
                f"conductor:\n  file_url_allowed_paths: [{cls.images}]\n"
                f"pxe:\n  http_root: {cls.folder}/httpboot\n") + cls.MORE.replace("FOLDER", cls.folder)
        cls.daemon = Daemon(cls.folder, settings=settings(journal, more),
                            listen=free_address()).start()
        cls.api = cls.daemon.api
        cls.fleet = Fleet(cls.api.url, journal)

    @classmethod
    def tearDownClass(cls):
        cls.fleet.stop()
        code = cls.daemon.stop()
        shutil.rmtree(cls.folder, ignore_errors=True)
        assert code == 0, code

    def available(self, name, **script):
        script.setdefault("steps", {"deploy": [step("write_image", takes_ms=600)]})
        agent = self.fleet.machine(self.api, name, **script)
        self.api.move(name, "provide", "available")
        return agent

    def give(self, name, **instance_info):
        done = self.api.call("PATCH", f"/v1/nodes/{name}", [
            {"op": "replace", "path": "/instance_info", "value": instance_info}])
        self.assertEqual(done.status, 200, done)

    def image(self, name, content):
        path = os.path.join(self.images, name)
        with open(path, "wb") as file:
            file.write(content)
        return "file://" + path

    def write_image_arguments(self, agent):
        """Returns the parameters of write_image when the agent has received them."""
        def found():
            orders = self.fleet.report(agent)["orders"]
            return next((one["args"] for one in orders if one.get("step") == "write_image"), None)
        return poll(found, "write_image")

    def refused(self, name, **more):
        answer = self.api.call("PUT", f"/v1/nodes/{name}/states/provision",
                               {"target": "active", **more})
        self.assertEqual(answer.status, 400, answer)
        return answer.reason

    def ends_in(self, name, state):
        return poll(lambda: (x := self.api.node(name))["provision_state"] == state and x, state)


class Files(WithImages):
    def test_the_agent_receives_the_file_at_a_url_that_ends_with_the_deployment(self):
        content = os.urandom(3_000_000)
        agent = self.available("file")
        self.give("file", image_source=self.image("disk.img", content))
        self.api.ask_for_state("file", "active")
        told = self.write_image_arguments(agent)["image_info"]
        self.assertEqual(told["os_hash_algo"], "sha256")
        self.assertEqual(told["os_hash_value"], hashlib.sha256(content).hexdigest())
        url, = told["urls"]
        self.assertTrue(url.startswith(self.api.url + "/v1/images/"), url)
        path = url[len(self.api.url):]
        got = self.api.get(path)
        self.assertEqual(got.status, 200)
        self.assertEqual(got.headers["Content-Length"], str(len(content)))
        self.assertEqual(got.body, content)
        self.assertEqual(self.api.get(path[:-1] + "x").status, 404)
        shown = self.api.node("file")["driver_internal_info"]["image_file"]
        self.assertEqual(shown["token"], "******")
        self.api.until("file", "active")
        self.assertEqual(self.api.get(path).status, 404)
        self.assertNotIn("image_file", self.api.node("file")["driver_internal_info"])
        self.assertIn("rejected the request of a ramdisk", self.daemon.log())
        self.assertNotIn(path.rsplit("/", 1)[1], self.daemon.log())

    def test_a_file_outside_is_refused_and_a_link_to_the_outside_too(self):
        self.available("outside")
        self.give("outside", image_source="file:///etc/hostname")
        self.assertIn(self.images, self.refused("outside"))
        self.give("outside", image_source=f"file://{self.images}/../log")
        self.assertIn(self.images, self.refused("outside"))
        os.symlink("/etc/hostname", os.path.join(self.images, "link"))
        self.give("outside", image_source=f"file://{self.images}/link")
        self.api.ask_for_state("outside", "active")
        self.assertIn("not below", self.ends_in("outside", "deploy failed")["last_error"])

    def test_a_missing_file_fails_the_deployment_before_the_boot(self):
        agent = self.available("missing")
        boots = self.fleet.report(agent)["boots"]
        self.give("missing", image_source=f"file://{self.images}/nothing")
        self.api.ask_for_state("missing", "active")
        self.assertIn("no readable file", self.ends_in("missing", "deploy failed")["last_error"])
        self.assertEqual(self.fleet.report(agent)["boots"], boots)

    def test_a_rebuild_with_another_image_replaces_the_file(self):
        agent = self.available("again")
        self.give("again", image_source=self.image("again.img", b"x" * 1000))
        self.api.move("again", "active", "active")
        self.give("again", image_source="http://192.0.2.80/new.img", image_checksum="a" * 64)
        self.api.move("again", "rebuild", "active")
        written = [one["args"]["image_info"] for one in self.fleet.report(agent)["orders"]
                   if one.get("step") == "write_image"]
        self.assertEqual(len(written), 2)
        self.assertEqual(written[1]["urls"], ["http://192.0.2.80/new.img"])
        self.assertEqual(written[1]["checksum"], "a" * 64)
        self.assertNotIn("os_hash_value", written[1])


class Drives(WithImages):
    SECRET = "geheim-drive-content"

    def test_an_object_becomes_a_config_drive_and_is_never_shown(self):
        agent = self.available("drive")
        self.api.ask_for_state("drive", "active", configdrive={
            "meta_data": {"hostname": "h1"}, "user_data": self.SECRET, "vendor_data": {"v": 1}})
        told = self.write_image_arguments(agent)
        image = os.path.join(self.folder, "drive.iso")
        with open(image, "wb") as file:
            file.write(gzip.decompress(base64.b64decode(told["configdrive"])))
        self.assertIn("Volume id: config-2\n", self.isoinfo("-d", "-i", image))
        self.assertEqual(self.isoinfo("-R", "-x", "/openstack/latest/user_data", "-i", image),
                         self.SECRET)
        node = self.api.node("drive")
        self.assertEqual(node["instance_info"]["configdrive"], "******")
        self.api.until("drive", "active")
        self.assertNotIn(self.SECRET, self.daemon.log())
        self.assertNotIn(self.SECRET, self.api.get("/v1/nodes/drive/operations").body.decode())
        self.assertNotIn(self.SECRET, str(self.api.history("drive")))

        self.api.move("drive", "rebuild", "active")  # Keeps the config drive.
        again = [one["args"] for one in self.fleet.report(agent)["orders"]
                 if one.get("step") == "write_image"]
        self.assertEqual(len(again), 2)
        self.assertIn("configdrive", again[1])

    @staticmethod
    def isoinfo(*arguments):
        return subprocess.run(["isoinfo", *arguments], check=True, capture_output=True,
                              text=True).stdout

    def test_an_invalid_config_drive_is_refused_with_the_request(self):
        self.available("nodrive")
        self.assertIn("gzipped", self.refused("nodrive", configdrive="aGVsbG8="))
        self.assertIn("https://", self.refused("nodrive", configdrive="ftp://192.0.2.80/drive"))
        self.assertIn("user_data", self.refused("nodrive", configdrive={"user_data": 7}))
        self.assertEqual(self.api.node("nodrive")["provision_state"], "available")

    def test_a_url_is_sent_to_the_agent_unchanged(self):
        agent = self.available("url")
        self.api.ask_for_state("url", "active", configdrive="https://192.0.2.80/drive")
        self.assertEqual(self.write_image_arguments(agent)["configdrive"], "https://192.0.2.80/drive")
        self.api.until("url", "active")


class Boots(WithImages):
    """boot `ipxe`: the boot files of a machine."""

    def boot_file(self, path):
        return self.api.get("/v1/boot/" + path)

    def test_files_exist_while_the_ramdisk_is_needed(self):
        kernel = self.image("kernel", b"vmlinuz")
        agent = self.fleet.machine(self.api, "boots", driver_info={
            "deploy_kernel": kernel, "deploy_ramdisk": "http://192.0.2.80/ramdisk",
            "ramdisk_image_download_source": "http",
            "kernel_append_params": "console=ttyS0 %default%"},
            steps={"clean": [step("erase_devices", 10, takes_ms=1000)]})
        node = self.api.node("boots")
        changed = self.api.call("PATCH", "/v1/nodes/boots", [
            {"op": "replace", "path": "/boot_interface", "value": "ipxe"}])
        self.assertEqual(changed.status, 200, changed)
        mac = self.api.get(f"/v1/nodes/{node['uuid']}/ports").json["ports"][0]["address"]
        link = "pxelinux.cfg/" + mac.replace(":", "-")
        self.assertEqual(self.boot_file(link).status, 404)
        self.api.ask_for_state("boots", "provide")
        poll(lambda: self.fleet.orders(agent, "execute_clean_step"), "it is cleaned")
        script = self.boot_file(link).body.decode()
        self.assertEqual(script, self.boot_file(node["uuid"] + "/config").body.decode())
        self.assertIn(f"ipa-api-url={self.api.url} ipa-global-request-id=req-", script)
        self.assertIn(" console=ttyS0 nofb vga=normal BOOTIF=01-${mac:hexhyp}", script)
        self.assertEqual(self.boot_file(node["uuid"] + "/kernel").body, b"vmlinuz")
        self.api.until("boots", "available")
        for path in (link, node["uuid"] + "/config", node["uuid"] + "/kernel"):
            self.assertEqual(self.boot_file(path).status, 404)

    def test_a_node_without_a_ramdisk_is_reported(self):
        self.fleet.machine(self.api, "bare")
        self.api.call("PATCH", "/v1/nodes/bare", [
            {"op": "replace", "path": "/boot_interface", "value": "ipxe"}])
        checked = self.api.get("/v1/nodes/bare/validate").json["boot"]
        self.assertFalse(checked["result"])
        self.assertIn("deploy_kernel", checked["reason"])


class Logs(WithImages):
    def test_logs_are_kept_after_a_failed_cleaning_only(self):
        bad = [step("erase_devices", 10, course="fail", error="frozen", times=1)]
        agent = self.fleet.machine(self.api, "logged", steps={"clean": bad})
        self.api.ask_for_state("logged", "provide")
        self.ends_in("logged", "clean failed")
        uuid = self.api.node("logged")["uuid"]
        name, = poll(self.logs, "the logs")
        self.assertRegex(name, rf"^{uuid}_[a-z_ ]+_[-0-9]+\.tar\.gz$")
        self.assertEqual(os.stat(os.path.join(self.logs_at, name)).st_mode & 0o777, 0o600)
        self.assertEqual(len(self.fleet.orders(agent, "log.collect_system_logs")), 1)
        poll(lambda: "agent_secret_token" not in self.api.node("logged")["driver_internal_info"],
             "the agent is forgotten")
        self.api.call("DELETE", "/v1/nodes/logged/maintenance")
        self.api.move("logged", "manage", "manageable", "provide", "available")
        self.assertEqual(len(self.fleet.orders(agent, "log.collect_system_logs")), 1)

    def logs(self):
        """Returns the complete log files. A file gets its name when it is complete."""
        return os.path.isdir(self.logs_at) and [
            name for name in os.listdir(self.logs_at) if name.endswith(".tar.gz")]

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.logs_at = os.path.join(cls.folder, "ramdisk-logs")


if __name__ == "__main__":
    main()
