#!/usr/bin/python3
"""Images that the service downloads, from servers that work and from servers with errors or false data."""

import base64
import hashlib
import os

from harness import main
from image_fixture import SIZE, Downloads
from image_server import TOKEN, USER


class Well(Downloads):
    def test_an_image_is_downloaded_once_for_all_nodes(self):
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
        self.assertEqual(self.links(), [])  # No node needs it any longer.
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

    def test_an_agent_that_downloads_receives_the_credentials(self):
        agent = self.local("by-agent", "bearer", image_pull_secret=TOKEN)
        self.give("by-agent", image_source=f"{self.server.url}/bearer/by-agent.img",
                  image_checksum="a" * 64, image_pull_secret=TOKEN)
        self.api.ask_for_state("by-agent", "active")
        told = self.write_image_arguments(agent)["image_info"]
        self.assertEqual(told["urls"], [f"{self.server.url}/bearer/by-agent.img"])
        self.assertEqual(base64.b64decode(told["image_request_authorization"]).decode(),
                         "Bearer " + TOKEN)

    def test_redirects_to_allowed_hosts_are_followed_without_credentials(self):
        content = self.content("moved.img")
        self.other.files["moved.img"] = content
        path = self.arrives("moved", f"to-name/{self.other.port}", content=content,
                            image_pull_secret=TOKEN)
        asked = [one for one in self.other.asked if one[0] == "/plain/moved.img"]
        self.assertEqual(asked, [("/plain/moved.img", None, None)])
        self.assertEqual(self.server.times(path), 1)

    def test_a_checksum_file_is_read(self):
        content = self.content("summed.img")
        self.server.files["SHA256SUMS"] = (
            f"{'0' * 64}  other.img\n{hashlib.sha256(content).hexdigest()} *summed.img\n").encode()
        agent = self.available("summed")
        self.give("summed", image_source=f"{self.server.url}/plain/summed.img",
                  image_checksum=f"{self.server.url}/sums/SHA256SUMS", image_download_source="local")
        self.api.ask_for_state("summed", "active")
        self.assertTrue(self.fetched(agent) == content)

    def test_a_server_that_sends_no_length_is_accepted(self):
        self.arrives("chunked", "chunked")


class Badly(Downloads):
    def test_an_interrupted_download_is_resumed(self):
        path = self.arrives("cut", "cut")
        ranges = self.server.ranges(path)
        self.assertEqual(ranges[0], None)
        self.assertTrue(all(one and one.startswith("bytes=") for one in ranges[1:]), ranges)

    def test_after_a_stall_the_rest_is_requested_again(self):
        path = self.arrives("stalls", "stalls")
        self.assertEqual(self.server.ranges(path), [None, f"bytes={SIZE // 2}-"])

    def test_a_request_to_a_busy_server_is_repeated(self):
        self.assertEqual(self.server.times(self.arrives("busy", "busy")), 3)

    def test_without_ranges_the_whole_image_is_requested_again(self):
        self.assertEqual(self.server.times(self.arrives("whole", "no-ranges")), 2)

    def test_a_server_with_false_ranges_is_detected(self):
        self.local("liar", "lies-well")
        self.fails("liar", "wrong checksum", "sha256")

    def test_after_a_wrong_range_the_whole_image_is_requested_again(self):
        path = self.arrives("shifted", "lies")
        self.assertEqual(self.server.ranges(path), [None, f"bytes={SIZE // 2}-", None])

    def test_a_server_that_never_sends_the_whole_image_causes_a_clear_error(self):
        self.local("grows", "grows")
        self.fails("grows", f"127.0.0.1:{self.server.port}")

    def test_a_wrong_checksum_fails_and_a_retry_works(self):
        content = self.content("sum.img")
        agent = self.local("sum", content=content)
        self.server.files["sum.img"] = b"something else" * 1000
        error = self.fails("sum", "wrong checksum", hashlib.sha256(content).hexdigest())
        why = self.api.get("/v1/nodes/sum/why").json
        self.assertIn(error, str(why))
        self.assertEqual(self.links(), [])
        self.server.files["sum.img"] = content
        self.api.ask_for_state("sum", "active")
        self.assertTrue(self.fetched(agent) == content)
        self.api.until("sum", "active")

    def test_a_missing_image_and_missing_credentials_fail(self):
        self.local("gone", "gone")
        self.fails("gone", "HTTP 404")
        self.local("closed", "basic")
        self.fails("closed", "HTTP 401", "credentials")

    def test_redirects_to_other_hosts_are_refused(self):
        content = self.content("away.img")
        agent = self.available("away")
        self.give("away", image_source=f"http://localhost:{self.server.port}/to/{self.other.port}/away.img",
                  image_checksum=hashlib.sha256(content).hexdigest(), image_download_source="local")
        self.fails("away", "redirects to", "image.redirect_hosts")
        self.assertNotIn("write_image", str(self.fleet.orders(agent)))

    def test_an_image_that_must_not_be_written_is_not_kept(self):
        path = os.path.join(self.folder, "over.qcow2")
        qcow2 = b"QFI\xfb" + (3).to_bytes(4, "big") + (512).to_bytes(8, "big") + bytes(600)
        self.local("backed", content=qcow2)
        self.fails("backed", "has a backing file")
        self.local("called-raw", content=b"KDMV" + bytes(2000), image_disk_format="raw")
        self.fails("called-raw", "is vmdk by its content")
        self.local("zipped", content=b"\x1f\x8b\x08" + bytes(2000))
        self.fails("zipped", "is gzip by its content")
        self.assertFalse(os.path.exists(path))

    def test_a_server_that_is_not_allowed_is_not_asked(self):
        self.available("metadata")
        self.give("metadata", image_source="http://169.254.169.254/latest/user-data",
                  image_checksum="a" * 64, image_download_source="local")
        self.fails("metadata", "169.254.169.254", "Cannot connect to")


if __name__ == "__main__":
    main()
