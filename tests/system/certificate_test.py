#!/usr/bin/python3
"""Certificates of cleanings: signed by the service, checked by ironbus and by OpenSSL without the service."""

import base64
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import unittest

from harness import Daemon, daemon_path, main, scratch

SETTINGS = "conductor:\n  certificate_key_file: {key}\n  clean_step_priority_override: {{deploy.erase_devices: 10}}\n"


def openssl(*arguments, **options):
    return subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True, **options).stdout


def ironbus(*arguments):
    program = os.path.join(os.path.dirname(daemon_path()), "ironbus")
    return subprocess.run([program, "certificate", *map(str, arguments)], capture_output=True, text=True, timeout=60)


def from_base64url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Certificates(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(scratch())
        cls.key, cls.public = cls.folder / "key.pem", cls.folder / "public.pem"
        openssl("genpkey", "-algorithm", "ed25519", "-out", cls.key)
        openssl("pkey", "-in", cls.key, "-pubout", "-out", cls.public)
        cls.daemon = Daemon(cls.folder / "daemon", settings=SETTINGS.format(key=cls.key)).start()
        cls.api = cls.daemon.api
        cls.api.create("first")
        cls.api.move("first", "manage", "manageable", "provide", "available")
        cls.file = cls.folder / "certificate.json"
        printed = ironbus("first", "--url", cls.api.url)
        assert printed.returncode == 0, printed
        cls.file.write_text(printed.stdout)

    @classmethod
    def tearDownClass(cls):
        cls.daemon.stop()
        shutil.rmtree(cls.folder, ignore_errors=True)

    def verify(self, file):
        return ironbus("--verify", file, "--public-key", self.public)

    def listed(self):
        answer = self.api.get("/v1/nodes/first/certificates")
        self.assertEqual(answer.status, 200, answer)
        return answer.json["certificates"]

    def test_openssl_accepts_the_signature(self):
        signed = json.loads(self.file.read_text())
        text, signature = self.folder / "text", self.folder / "signature"
        text.write_text(signed["protected"] + "." + signed["payload"])
        signature.write_bytes(from_base64url(signed["signature"]))
        said = openssl("pkeyutl", "-verify", "-pubin", "-inkey", self.public, "-rawin", "-in", text,
                       "-sigfile", signature)
        self.assertIn(b"Verified Successfully", said)

    def test_the_chain_is_as_the_documentation_says(self):
        payload = json.loads(from_base64url(json.loads(self.file.read_text())["payload"]))
        before = ""
        for entry in payload["entries"]:
            said = entry.pop("hash")
            text = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            before = hashlib.sha256((before + "\n" + text).encode()).hexdigest()
            self.assertEqual(said, before)
        self.assertIn("erase_devices", [x["name"] for x in payload["entries"]])
        self.assertEqual(payload["operation"]["result"], "done")

    def test_a_certificate_is_checked_offline(self):
        checked = self.verify(self.file)
        self.assertEqual(checked.returncode, 0, checked)
        self.assertIn("The signature is valid.", checked.stdout)
        self.assertIn("deploy.erase_devices  done", checked.stdout)

    def test_a_forged_certificate_is_refused(self):
        signed = json.loads(self.file.read_text())
        payload = from_base64url(signed["payload"]).replace(b'"done"', b'"gone"')
        signed["payload"] = base64.urlsafe_b64encode(payload).decode().rstrip("=")
        forged = self.folder / "forged.json"
        forged.write_text(json.dumps(signed))
        checked = self.verify(forged)
        self.assertEqual(checked.returncode, 7, checked)
        self.assertIn("changed after signing", checked.stderr)

    def test_a_certificate_names_the_one_of_the_last_cleaning(self):
        before = self.listed()
        self.api.move("first", "active", "active", "deleted", "available")
        after = self.listed()
        self.assertEqual(len(after), len(before) + 1)
        payload = json.loads(from_base64url(after[-1]["certificate"]["payload"]))
        self.assertEqual(payload["previous"], before[-1]["digest"])
        old = ironbus("first", "--url", self.api.url, "--operation", before[-1]["operation_id"])
        self.assertEqual(json.loads(old.stdout), before[-1]["certificate"])

    def test_a_missing_certificate_is_reported(self):
        self.api.create("second")
        for arguments, words in ((["second"], "certificate_key_file"), (["third"], "404"), ([], "NODE"),
                                 (["first/operations"], "is not a valid node name or UUID")):
            ended = ironbus(*arguments, "--url", self.api.url)
            self.assertNotEqual(ended.returncode, 0, ended)
            self.assertIn(words, ended.stderr)

    def test_an_invalid_key_is_an_error_of_the_configuration(self):
        folder = self.folder / "bad"
        folder.mkdir()
        config = folder / "ironbus.yaml"
        config.write_text(SETTINGS.format(key=self.public))
        checked = subprocess.run([daemon_path(), "config", "check", "--config", config], capture_output=True, text=True)
        self.assertEqual(checked.returncode, 1, checked)
        self.assertIn("conductor.certificate_key_file", checked.stderr)
        self.assertIn("private key of Ed25519", checked.stderr)


if __name__ == "__main__":
    main()
