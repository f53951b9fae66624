#!/usr/bin/python3
"""The cache of images: kills in the middle of a download, its limits, and conversion to raw."""

import glob
import os
import random
import subprocess
import unittest

from harness import main, poll
from image_fixture import Downloads


class Deaths(Downloads):
    MORE = Downloads.MORE.replace("stall_timeout: 500ms", "stall_timeout: 20s")

    def test_a_download_is_resumed_after_a_kill_of_the_worker(self):
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


    def test_a_worker_that_stops_waits_for_no_download(self):
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

    def test_the_least_recently_used_image_is_deleted_first_and_used_ones_stay(self):
        for name in ("first", "second", "third"):
            self.arrives(name, "plain", content=self.content(name + ".img", 1_500_000))
        kept = glob.glob(f"{self.folder}/cache/masters/*")
        images = [one for one in kept if "." not in os.path.basename(one)]
        self.assertEqual(len(images), 2)

    def test_an_image_larger_than_the_cache_is_refused(self):
        self.local("large", content=self.content("large.img", 5_000_000))
        self.fails("large", "5000000 bytes", "free space")


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

    def test_qcow2_is_converted_to_its_disk_content(self):
        content, qcow2 = self.qcow2("disk", "-c")
        agent = self.local("raw", content=qcow2, image_disk_format="qcow2")
        self.api.ask_for_state("raw", "active")
        self.assertTrue(self.fetched(agent) == content)
        self.assertEqual(self.write_image_arguments(agent)["image_info"]["disk_format"], "raw")
        self.api.until("raw", "active")

    def test_an_image_that_qemu_img_cannot_read_fails_with_its_message(self):
        _, qcow2 = self.qcow2("broken")
        table = int.from_bytes(qcow2[40:48], "big")
        nowhere = (2**63 + 512).to_bytes(8, "big")  # No valid offset of a cluster.
        self.local("unread", content=qcow2[:table] + nowhere + qcow2[table + 8:])
        self.fails("unread", "Cannot convert the image to raw", "qemu-img")


if __name__ == "__main__":
    main()
