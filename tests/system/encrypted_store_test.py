#!/usr/bin/python3
"""With secrets.key_file no file of the store or the broker contains a secret, and a key can be replaced in use."""

import base64
import contextlib
import json
import os
import sqlite3
import subprocess
import threading

from cluster import Cluster
from embedded_fixture import WithFolder
from harness import daemon_path, main, poll
from redis_server import RedisServer
from store_fixture import WithStores, run_store

WEBHOOK_KEY = base64.b64encode(b"canary of a webhook's secret key").decode()


def new_key(name):
    """Returns a key line as `ironbusd secrets new-key` prints it."""
    return subprocess.run([daemon_path(), "secrets", "new-key", "--id", name], check=True,
                          capture_output=True, text=True, timeout=60).stdout


class Secrets:
    """Secrets of every kind, in a service."""

    texts = {"BMC password": "canary-bmc-1", "image login": "canary-image-2", "config drive": "canary-drive-3",
             "rescue password": "canary-rescue-4", "new BMC password": "canary-patch-5",
             "step argument": "canary-step-6", "webhook secret": WEBHOOK_KEY}

    def live(self, api):
        """Takes a machine through workflows whose messages carry the secrets."""
        api.create("n", driver_info={"ipmi_password": self.texts["BMC password"]}, instance_info={
            "image_source": f"http://u:{self.texts['image login']}@images/a"})
        made = api.call("POST", "/v1/webhooks", {
            "name": "hook", "url": "http://127.0.0.1:9/", "secret": "whsec_" + WEBHOOK_KEY})
        assert made.status == 201, made
        api.move("n", "manage", "manageable")
        api.ask_for_state("n", "clean", clean_steps=[
            {"interface": "bios", "step": "apply_configuration", "args": {"settings": [
                {"name": "AdminPassword", "value": self.texts["step argument"]}]}}])
        poll(lambda: api.node("n")["provision_state"] in ("manageable", "clean failed"), "it is clean")
        if api.node("n")["provision_state"] == "clean failed":
            api.move("n", "manage", "manageable")
            api.call("DELETE", "/v1/nodes/n/maintenance")
        api.move("n", "provide", "available")
        api.ask_for_state("n", "active", configdrive={"user_data": self.texts["config drive"]})
        api.until("n", "active")
        api.ask_for_state("n", "rescue", rescue_password=self.texts["rescue password"])
        api.until("n", "rescue")
        changed = api.call("PATCH", "/v1/nodes/n", [
            {"op": "add", "path": "/driver_info/redfish_password", "value": self.texts["new BMC password"]}])
        assert changed.status == 200, changed

    def found_in(self, folder, but=()):
        """Returns the names of secrets with the files that contain them."""
        found = set()
        for place, _, files in os.walk(folder):
            for name in files:
                path = os.path.join(place, name)
                if name in but or not os.path.isfile(path):
                    continue
                with open(path, "rb") as file:
                    data = file.read()
                found |= {(what, os.path.relpath(path, folder))
                          for what, text in self.texts.items() if text.encode() in data}
        return found


class Encrypted(WithStores):
    def setUp(self):
        super().setUp()
        self.secrets = Secrets()
        self.keys = self.path("keys")
        self.settings = (f"secrets: {{key_file: {self.keys}}}\n"
                         "webhooks: {allow_http: true, networks: [127.0.0.0/8], ports: [9]}\n")
        self.one, self.two = new_key("one"), new_key("two")
        self.write_keys(self.one)

    def write_keys(self, *lines):
        with open(self.keys, "w", encoding="utf-8", opener=lambda path, how: os.open(path, how, 0o600)) as file:
            file.writelines(lines)

    def rekey(self, *arguments, code=0, settings=None):
        config = self.path("rekey.yaml")
        with open(config, "w", encoding="utf-8") as file:
            file.write(settings or self.settings)
        ended = run_store("rekey", "--json", "--config", config, *arguments, data=self.path("one", "data"))
        self.assertEqual(ended.returncode, code, ended)
        return json.loads(ended.stdout)

    def in_records(self, data):
        """Returns the names of secrets in records, rows and outboxes; decisions in the event log expire."""
        with contextlib.closing(sqlite3.connect(f"file:{data}/ironbus.db?mode=ro", uri=True)) as file:
            texts = [bytes(text, "utf-8") if isinstance(text, str) else text for table in (
                "SELECT snapshot FROM record", "SELECT entries FROM outbox_log", "SELECT summary FROM listing")
                for (text,) in file.execute(table)]
        return {what for what, secret in self.secrets.texts.items() if any(secret.encode() in text for text in texts)}

    def refused(self, daemon):
        daemon.start(ready=False)
        self.assertNotEqual(daemon.process.wait(60), 0)
        return daemon.log()

    def test_a_sqlite_store_shows_no_secret(self):
        daemon = self.daemon(settings=self.settings).start()
        self.secrets.live(daemon.api)
        self.assertEqual(daemon.api.node("n")["driver_info"]["ipmi_password"], "******")
        data = self.path("one", "data")
        self.assertEqual(self.secrets.found_in(data), set())
        config = self.path("one", "ironbus.yaml")
        backup = run_store("backup", self.path("b"), "--config", config, data=data)
        self.assertEqual(backup.returncode, 0, backup)
        self.assertEqual(self.secrets.found_in(self.folder, but=("keys",)), set())
        daemon.kill()
        daemon.start()
        daemon.api.ask_for_state("n", "unrescue")
        daemon.api.until("n", "active")
        daemon.stop()
        check = run_store("check", "--json", "--config", config, data=data)
        self.assertEqual(json.loads(check.stdout)["findings"], [], check)

    def test_a_process_without_the_right_key_does_not_start(self):
        daemon = self.daemon(settings=self.settings).start()
        daemon.api.create("n", driver_info={"ipmi_password": "x"})
        daemon.stop()
        self.write_keys(self.two)
        self.assertIn("'one', which secrets.key_file does not have", self.refused(self.daemon(settings=self.settings)))
        self.write_keys(new_key("one"))
        self.assertIn("'one' in secrets.key_file is not the key", self.refused(self.daemon(settings=self.settings)))
        without = self.daemon(settings="log_level: info\n")
        self.assertIn("with the key 'one'. Set secrets.key_file", self.refused(without))
        self.write_keys(self.one)
        self.assertEqual(self.daemon(settings=self.settings).start().stop(), 0)

    def test_an_old_store_is_encrypted_and_its_key_is_replaced_under_writes(self):
        clear = self.settings.partition("\n")[2]
        daemon = self.daemon(settings=clear).start()
        self.secrets.live(daemon.api)
        data = self.path("one", "data")
        self.assertNotEqual(self.secrets.found_in(data), set())
        daemon.stop()

        daemon = self.daemon(settings=self.settings).start()
        before = self.rekey("--check")["secrets"]
        self.assertGreater(before.get("", 0), 0)
        self.assertEqual(self.rekey()["failures"], 0)
        daemon.stop()
        self.rekey()
        self.assertEqual(self.in_records(data), set())

        self.write_keys(self.two, self.one)
        daemon = self.daemon(settings=self.settings).start()
        self.replace_key_under_writes(daemon.api)
        daemon.stop()
        self.write_keys(self.two)
        daemon = self.daemon(settings=self.settings).start()
        self.assertEqual(daemon.api.node("n")["provision_state"], "rescue")
        daemon.api.ask_for_state("n", "unrescue")
        daemon.api.until("n", "active")
        daemon.stop()

    def replace_key_under_writes(self, api):
        stop = threading.Event()
        refused = []

        def write():
            count = 0
            while not stop.is_set():
                count += 1
                answer = api.call("PATCH", "/v1/nodes/n", [
                    {"op": "add", "path": "/driver_info/ipmi_password", "value": f"canary-{count}"}])
                if answer.status != 200:
                    refused.append(answer)

        writer = threading.Thread(target=write)
        writer.start()
        try:
            for _ in range(3):
                report = self.rekey()
                self.assertEqual(report["failures"], 0, report)
        finally:
            stop.set()
            writer.join()
        self.assertEqual(refused, [])
        last = self.rekey("--check")
        self.assertEqual(set(last["secrets"]), {"two"}, last)


class EncryptedCluster(WithFolder):
    def test_neither_redis_nor_rabbitmq_keeps_a_secret(self):
        keys = os.path.join(self.folder, "keys")
        with open(keys, "w", encoding="utf-8") as file:
            file.write(new_key("one"))
        cluster = Cluster(f"secrets: {{key_file: {keys}}}\n"
                          "webhooks: {allow_http: true, networks: [127.0.0.0/8], ports: [9]}\n").start()
        try:
            secrets = Secrets()
            secrets.live(cluster.api)
            self.assertEqual(secrets.found_in(cluster.folder), set())
            secrets.texts = {"a sealed text": "ibx1:"}  # The files of the store are among those that were searched.
            self.assertIn("appendonly", " ".join(path for _, path in secrets.found_in(cluster.folder)))
        finally:
            cluster.stop()

    def test_a_key_is_checked_when_redis_answers_late(self):
        keys = os.path.join(self.folder, "keys")
        with open(keys, "w", encoding="utf-8") as file:
            file.write(new_key("one"))
        redis = RedisServer(os.path.join(self.folder, "redis"))
        self.addCleanup(redis.stop)
        redis.start()
        settings = f"store: {redis.url}\n"
        first = self.daemon(settings=settings + f"secrets: {{key_file: {keys}}}\n").start()
        first.api.create("n", driver_info={"ipmi_password": "canary-bmc-1"})
        first.stop()
        redis.stop()
        second = self.daemon(settings=settings, part="two").start(ready=False)
        poll(lambda: "cannot" in second.log() or second.process.poll() is not None, "it waits for Redis")
        self.assertIsNone(second.process.poll(), second.log())
        redis.start()
        second.process.wait(120)
        self.assertIn("with the key 'one'. Set secrets.key_file", second.log())


if __name__ == "__main__":
    main()
