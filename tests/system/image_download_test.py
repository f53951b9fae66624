#!/usr/bin/python3
"""Images that the service fetches itself: well, and from servers that are broken or lie."""

import base64
import glob
import hashlib
import json
import os
import random
import subprocess
import unittest

from deploy_test import WithImages
from harness import main, poll
from image_server import TOKEN, USER, ImageServer

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
        """A node that is to be deployed with an image from the server; its agent's number."""
        content = self.content(name + ".img") if content is None else content
        self.server.files[name + ".img"] = content
        agent = self.available(name)
        self.give(name, image_source=f"{(server or self.server).url}/{mode}/{name}.img",
                  image_checksum=hashlib.sha256(content).hexdigest(),
                  image_download_source="local", **more)
        return agent

    def fetched(self, agent):
        """What the agent gets at the address it was told."""
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


class Well(Downloads):
    def test_an_image_is_fetched_once_for_all_nodes_that_want_it(self):
        content = self.content("shared.img")
        names = [f"shared-{i}" for i in range(5)]
        agents = [self.available(name) for name in names]
        for name in names:
            self.give(name, image_source=f"{self.server.url}/slow/shared.img",
                      image_os_hash_algo="sha512", image_download_source="local",
                      image_os_hash_value=hashlib.sha512(content).hexdigest())
        for name in names:
            self.api.ask_for_state(name, "active")
        for agent in agents:
            self.assertTrue(self.fetched(agent) == content)
        for name in names:
            self.api.until(name, "active")
        self.assertEqual(self.server.times("/slow/shared.img"), 1)
        self.assertEqual(self.links(), [])  # nobody needs it any more
        shown = self.api.node(names[0])
        self.assertNotIn("image_file", shown["driver_internal_info"])

    def test_credentials_of_the_node_and_of_the_host(self):
        self.arrives("basic", "basic", image_pull_secret=base64.b64encode(USER.encode()).decode())
        self.arrives("bearer", "bearer", image_pull_secret=TOKEN)
        pair = base64.b64encode(USER.encode()).decode()
        self.write_credentials({f"127.0.0.1:{self.server.port}": {"auth": pair}})
        self.addCleanup(self.write_credentials, {})
        self.arrives("by-host", "basic")
        for name in ("basic", "bearer"):
            shown = self.api.node(name)["instance_info"]["image_pull_secret"]
            self.assertEqual(shown, "******")
        self.assertNotIn(TOKEN, self.daemon.log())

    def test_the_agent_that_fetches_by_itself_is_given_the_credentials(self):
        agent = self.local("by-agent", "bearer", image_pull_secret=TOKEN)
        self.give("by-agent", image_source=f"{self.server.url}/bearer/by-agent.img",
                  image_checksum="a" * 64, image_pull_secret=TOKEN)
        self.api.ask_for_state("by-agent", "active")
        told = self.write_image_arguments(agent)["image_info"]
        self.assertEqual(told["urls"], [f"{self.server.url}/bearer/by-agent.img"])
        self.assertEqual(base64.b64decode(told["image_request_authorization"]).decode(),
                         "Bearer " + TOKEN)

    def test_redirects_lead_to_allowed_hosts_without_credentials(self):
        content = self.content("moved.img")
        self.other.files["moved.img"] = content
        path = self.arrives("moved", f"to-name/{self.other.port}", content=content,
                            image_pull_secret=TOKEN)
        asked = [one for one in self.other.asked if one[0] == "/plain/moved.img"]
        self.assertEqual(asked, [("/plain/moved.img", None, None)])
        self.assertEqual(self.server.times(path), 1)

    def test_a_file_of_sums(self):
        content = self.content("summed.img")
        self.server.files["SHA256SUMS"] = (
            f"{'0' * 64}  other.img\n{hashlib.sha256(content).hexdigest()} *summed.img\n").encode()
        agent = self.available("summed")
        self.give("summed", image_source=f"{self.server.url}/plain/summed.img",
                  image_checksum=f"{self.server.url}/sums/SHA256SUMS", image_download_source="local")
        self.api.ask_for_state("summed", "active")
        self.assertTrue(self.fetched(agent) == content)

    def test_a_server_that_does_not_say_how_much_will_come(self):
        self.arrives("chunked", "chunked")


class Badly(Downloads):
    def test_what_breaks_off_is_gone_on_with(self):
        path = self.arrives("cut", "cut")
        ranges = self.server.ranges(path)
        self.assertEqual(ranges[0], None)
        self.assertTrue(all(one and one.startswith("bytes=") for one in ranges[1:]), ranges)

    def test_a_server_that_stalls_is_given_up_and_asked_for_the_rest(self):
        path = self.arrives("stalls", "stalls")
        self.assertEqual(self.server.ranges(path), [None, f"bytes={SIZE // 2}-"])

    def test_a_server_that_is_busy_is_asked_again(self):
        self.assertEqual(self.server.times(self.arrives("busy", "busy")), 3)

    def test_a_server_without_ranges_is_asked_for_all_of_it(self):
        self.assertEqual(self.server.times(self.arrives("whole", "no-ranges")), 2)

    def test_a_server_that_lies_about_ranges_is_found_out(self):
        self.local("liar", "lies-well")
        self.fails("liar", "another checksum", "sha256")

    def test_a_server_that_gives_another_range_is_asked_for_all_of_it(self):
        path = self.arrives("shifted", "lies")
        self.assertEqual(self.server.ranges(path), [None, f"bytes={SIZE // 2}-", None])

    def test_a_server_that_never_gives_all_of_it_ends_in_a_clear_failure(self):
        self.local("grows", "grows")
        self.fails("grows", f"127.0.0.1:{self.server.port}")

    def test_another_checksum_and_a_retry_that_works(self):
        content = self.content("sum.img")
        agent = self.local("sum", content=content)
        self.server.files["sum.img"] = b"something else" * 1000
        error = self.fails("sum", "another checksum", hashlib.sha256(content).hexdigest())
        why = self.api.get("/v1/nodes/sum/why").json
        self.assertIn(error, str(why))
        self.assertEqual(self.links(), [])
        self.server.files["sum.img"] = content
        self.api.ask_for_state("sum", "active")
        self.assertTrue(self.fetched(agent) == content)
        self.api.until("sum", "active")

    def test_an_image_that_is_gone_and_one_that_wants_a_password(self):
        self.local("gone", "gone")
        self.fails("gone", "status 404")
        self.local("closed", "basic")
        self.fails("closed", "status 401", "credentials")

    def test_redirects_elsewhere_are_refused(self):
        content = self.content("away.img")
        agent = self.available("away")
        self.give("away", image_source=f"http://localhost:{self.server.port}/to/{self.other.port}/away.img",
                  image_checksum=hashlib.sha256(content).hexdigest(), image_download_source="local")
        self.fails("away", "redirects to", "image.redirect_hosts")
        self.assertNotIn("write_image", str(self.fleet.orders(agent)))

    def test_what_must_not_be_written_is_not_kept(self):
        path = os.path.join(self.folder, "over.qcow2")
        qcow2 = b"QFI\xfb" + (3).to_bytes(4, "big") + (512).to_bytes(8, "big") + bytes(600)
        self.local("backed", content=qcow2)
        self.fails("backed", "has a backing file")
        self.local("called-raw", content=b"KDMV" + bytes(2000), image_disk_format="raw")
        self.fails("called-raw", "is vmdk by its content")
        self.local("zipped", content=b"\x1f\x8b\x08" + bytes(2000))
        self.fails("zipped", "is gzip by its content")
        self.assertFalse(os.path.exists(path))

    def test_a_server_elsewhere_than_it_may_be_is_not_asked(self):
        self.available("metadata")
        self.give("metadata", image_source="http://169.254.169.254/latest/user-data",
                  image_checksum="a" * 64, image_download_source="local")
        self.fails("metadata", "169.254.169.254", "Nothing is sent")


class Deaths(Downloads):
    MORE = Downloads.MORE.replace("stall_timeout: 500ms", "stall_timeout: 20s")

    def test_a_download_goes_on_after_the_death_of_the_worker(self):
        content = self.content("killed.img", 6_000_000)
        agent = self.local("killed", "slow", content=content)
        self.api.ask_for_state("killed", "active")
        part = poll(lambda: glob.glob(f"{self.folder}/cache/masters/*.part"), "it is being fetched")[0]
        poll(lambda: os.path.getsize(part) > 1_000_000, "a part of it is there")
        self.daemon.kill()
        self.daemon.start()
        body = self.fetched(agent)
        self.assertTrue(body == content)
        first, *others = self.server.ranges("/slow/killed.img")
        self.assertEqual(first, None)
        self.assertTrue(others and all(one.startswith("bytes=") for one in others), others)
        self.api.until("killed", "active")
        self.assertEqual(self.links(), [])


    def test_a_worker_that_ends_in_order_waits_for_no_download(self):
        content = self.content("ended.img", 6_000_000)
        agent = self.local("ended", "stalls", content=content)
        self.api.ask_for_state("ended", "active")
        poll(lambda: self.server.times("/stalls/ended.img"), "it is being fetched")
        self.assertEqual(self.daemon.stop(), 0)
        self.daemon.start()
        self.assertTrue(self.fetched(agent) == content)
        self.api.until("ended", "active")


class Sizes(Downloads):
    MORE = Downloads.MORE + "  cache_size: 4\n"

    def test_what_was_used_longest_ago_goes_first_and_what_is_in_use_stays(self):
        for name in ("first", "second", "third"):
            self.arrives(name, "plain", content=self.content(name + ".img", 1_500_000))
        kept = glob.glob(f"{self.folder}/cache/masters/*")
        images = [one for one in kept if "." not in os.path.basename(one)]
        self.assertEqual(len(images), 2)

    def test_an_image_larger_than_the_cache_is_refused(self):
        self.local("large", content=self.content("large.img", 5_000_000))
        self.fails("large", "5000000 bytes", "room")


@unittest.skipUnless(os.access("/usr/bin/qemu-img", os.X_OK), "qemu-img is not installed")
class Raw(Downloads):
    MORE = Downloads.MORE + "  force_raw_images: true\n"

    def qcow2(self, name, *options):
        raw, path = (os.path.join(self.folder, name + end) for end in (".raw", ".qcow2"))
        content = random.Random(name).randbytes(1_000_000) + bytes(9 * 2**20 - 1_000_000)
        with open(raw, "wb") as file:
            file.write(content)
        subprocess.run(["qemu-img", "convert", "-f", "raw", "-O", "qcow2", *options, raw, path], check=True)
        with open(path, "rb") as file:
            return content, file.read()

    def test_qcow2_becomes_what_it_stands_for(self):
        content, qcow2 = self.qcow2("disk", "-c")
        agent = self.local("raw", content=qcow2, image_disk_format="qcow2")
        self.api.ask_for_state("raw", "active")
        self.assertTrue(self.fetched(agent) == content)
        self.assertEqual(self.write_image_arguments(agent)["image_info"]["disk_format"], "raw")
        self.api.until("raw", "active")

    def test_one_that_qemu_img_cannot_read_fails_with_its_words(self):
        _, qcow2 = self.qcow2("broken")
        table = int.from_bytes(qcow2[40:48], "big")
        nowhere = (2**63 + 512).to_bytes(8, "big")  # no offset that a cluster has
        self.local("unread", content=qcow2[:table] + nowhere + qcow2[table + 8:])
        self.fails("unread", "was not made raw", "qemu-img")


if __name__ == "__main__":
    main()
