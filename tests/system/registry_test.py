#!/usr/bin/python3
"""Images from registries (oci://), with a real one."""

import base64
import hashlib
import os
import random
import unittest

from deploy_test import WithImages
from harness import main, make_certificate, scratch
from registry import INDEX, PASSWORD, PROGRAM, USER, Registry, TokenServer, password_file

PAIR = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()


@unittest.skipUnless(os.access(PROGRAM, os.X_OK), "docker-registry is not installed")
class Registries(WithImages):
    @classmethod
    def setUpClass(cls):
        cls.stores = scratch()
        certificate = make_certificate(cls.stores, "registry", "registry")
        cls.tokens = TokenServer(cls.stores)
        cls.inner = Registry(cls.stores, "inner")
        cls.open = Registry(cls.stores, "open", certificate=certificate)
        cls.closed = Registry(cls.stores, "closed", certificate=certificate, auth={
            "htpasswd": {"realm": "images", "path": password_file(cls.stores)}})
        cls.by_token = Registry(cls.stores, "by-token", cls.tokens.auth, certificate)
        authorities = os.path.join(cls.stores, "authorities.pem")
        with open(authorities, "w", encoding="utf-8") as out:
            for path in (certificate[0], cls.tokens.certificate[0]):
                with open(path, encoding="utf-8") as file:
                    out.write(file.read())
        cls.MORE = ("image:\n  cache_path: FOLDER/cache\n  networks: [127.0.0.0/8, \"::1/128\"]\n"
                    f"  retry_pause: 10ms\n  download_attempts: 2\n  verify_ca: {authorities}\n")
        cls.fill()
        super().setUpClass()

    @classmethod
    def fill(cls):
        cls.images = {name: b"image " + random.Random(name).randbytes(1_000_000)
                      for name in ("amd64", "arm64", "qcow2")}
        cls.pushed = cls.images
        push = cls.inner
        push.push_image("disks/one", "v1", cls.pushed["amd64"])
        push.push_image("disks/two", "v1", b"a layer", b"another")
        rows = [{**push.push_image("disks/many", None, cls.pushed[name]),
                 "platform": {"architecture": name, "os": "linux"},
                 "annotations": {"disktype": "raw"}} for name in ("amd64", "arm64")]
        rows.append({**push.push_image("disks/many", None, cls.pushed["qcow2"]),
                     "platform": {"architecture": "amd64", "os": "linux"},
                     "annotations": {"disktype": "qcow2"}})
        push.push_document("disks/many", "latest", INDEX, {"manifests": rows})

    @classmethod
    def tearDownClass(cls):
        for one in (cls.inner, cls.open, cls.closed, cls.by_token, cls.tokens):
            one.stop()
        super().tearDownClass()

    def told(self, name, registry, image, **more):
        agent = self.available(name)
        self.give(name, image_source=f"oci://{registry.address}/{image}", **more)
        self.api.ask_for_state(name, "active")
        return self.write_image_arguments(agent)["image_info"]

    def served(self, told):
        url, = told["urls"]
        self.assertTrue(url.startswith(self.api.url), url)
        body = self.api.get(url[len(self.api.url):]).body
        self.assertEqual(told["os_hash_value"], hashlib.sha256(body).hexdigest())
        return body

    def fails(self, name, registry, image, *words, **more):
        self.available(name)
        self.give(name, image_source=f"oci://{registry.address}/{image}", **more)
        self.api.ask_for_state(name, "active")
        error = self.ends_in(name, "deploy failed")["last_error"]
        for word in words:
            self.assertIn(word, error)
        self.assertNotIn(PAIR, error)

    def test_agents_download_from_a_public_registry(self):
        told = self.told("direct", self.open, "disks/one:v1")
        digest = hashlib.sha256(self.pushed["amd64"]).hexdigest()
        self.assertEqual(told["urls"],
                         [f"https://{self.open.address}/v2/disks/one/blobs/sha256:{digest}"])
        self.assertEqual((told["os_hash_algo"], told["os_hash_value"]), ("sha256", digest))
        self.assertNotIn("image_request_authorization", told)

    def test_agents_download_from_the_service(self):
        told = self.told("local", self.open, "disks/one:v1", image_download_source="local")
        self.assertTrue(self.served(told) == self.pushed["amd64"])

    def test_an_index_selects_the_image_of_the_machines_architecture(self):
        for name, arch, content in (("intel", "x86_64", "amd64"), ("arm", "aarch64", "arm64")):
            agent = self.available(name)
            self.api.call("PATCH", f"/v1/nodes/{name}", [
                {"op": "add", "path": "/properties/cpu_arch", "value": arch}])
            self.give(name, image_source=f"oci://{self.open.address}/disks/many",
                      image_download_source="local")
            self.api.ask_for_state(name, "active")
            told = self.write_image_arguments(agent)["image_info"]
            self.assertTrue(self.served(told) == self.pushed[content], arch)

    def test_a_registry_with_a_password(self):
        told = self.told("basic", self.closed, "disks/one:v1", image_pull_secret=PAIR)
        self.assertTrue(self.served(told) == self.pushed["amd64"])  # The agent does not receive the password.

    def test_a_registry_with_tokens(self):
        told = self.told("token", self.by_token, "disks/one:v1", image_pull_secret=PAIR)
        self.assertTrue(self.served(told) == self.pushed["amd64"])
        self.assertGreater(self.tokens.given, 0)

    def test_failures_are_reported(self):
        self.fails("secret", self.closed, "disks/one:v1", "credentials")
        self.fails("wrong", self.by_token, "disks/one:v1", "credentials",
                   image_pull_secret=base64.b64encode(b"images:wrong").decode())
        self.fails("absent", self.open, "disks/none", "has no image 'disks/none'")
        self.fails("layers", self.open, "disks/two:v1", "has 2 layers")
        self.fails("digest", self.open, "disks/one@sha256:" + "0" * 64, "has no image")

    def test_an_invalid_reference_is_refused(self):
        self.available("reference")
        for source in ("oci://registry.example.org", "oci:///disks/one", "oci://r/../one",
                       "oci://r/one@sha256:1"):
            self.give("reference", image_source=source)
            self.assertIn("is not a valid registry image", self.refused("reference"))


if __name__ == "__main__":
    main()
