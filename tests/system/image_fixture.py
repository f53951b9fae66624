"""Nodes that are deployed with images which the service downloads from a server of the test."""

import glob
import hashlib
import json
import random

from deploy_test import WithImages
from image_server import ImageServer

SIZE = 3_000_017


class Downloads(WithImages):
    MORE = ("image:\n  cache_path: FOLDER/cache\n  networks: [127.0.0.0/8, \"::1/128\"]\n"
            "  stall_timeout: 500ms\n  retry_pause: 10ms\n  download_attempts: 3\n"
            "  redirect_hosts: [localhost]\n  authentication_config: FOLDER/credentials.json\n")

    @classmethod
    def setUpClass(cls):
        cls.servers = ImageServer(), ImageServer()
        cls.server, cls.other = cls.servers
        super().setUpClass()
        cls.write_credentials({})

    @classmethod
    def write_credentials(cls, hosts):
        with open(f"{cls.folder}/credentials.json", "w", encoding="utf-8") as file:
            json.dump({"auths": hosts}, file)

    @classmethod
    def tearDownClass(cls):
        for one in cls.servers:
            one.stop()
        super().tearDownClass()

    def content(self, name, size=SIZE):
        out = b"image " + random.Random(name).randbytes(size - 6)
        self.server.files[name] = self.other.files[name] = out
        return out

    def local(self, name, mode="plain", content=None, server=None, **more):
        """Creates a node for a deployment with an image from the server. Returns its agent's number."""
        content = self.content(name + ".img") if content is None else content
        self.server.files[name + ".img"] = content
        agent = self.available(name)
        self.give(name, image_source=f"{(server or self.server).url}/{mode}/{name}.img",
                  image_checksum=hashlib.sha256(content).hexdigest(),
                  image_download_source="local", **more)
        return agent

    def fetched(self, agent):
        """Returns what the agent downloads from the URL that it received."""
        told = self.write_image_arguments(agent)["image_info"]
        url, = told["urls"]
        self.assertTrue(url.startswith(self.api.url + "/v1/images/"), url)
        got = self.api.get(url[len(self.api.url):])
        self.assertEqual(got.status, 200)
        self.assertEqual(told["os_hash_value"], hashlib.sha256(got.body).hexdigest())
        return got.body

    def arrives(self, name, mode, **how):
        agent = self.local(name, mode, **how)
        self.api.ask_for_state(name, "active")
        body = self.fetched(agent)
        self.assertTrue(body == self.server.files[name + ".img"])
        self.api.until(name, "active")
        return f"/{mode}/{name}.img"

    def fails(self, name, *words):
        self.api.ask_for_state(name, "active")
        error = self.ends_in(name, "deploy failed")["last_error"]
        for word in words:
            self.assertIn(word, error)
        self.assertNotIn("geheim", error)
        return error

    def links(self):
        return glob.glob(f"{self.folder}/cache/nodes/*/*")
