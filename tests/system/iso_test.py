#!/usr/bin/python3
"""Boot ISOs of a kernel and a ramdisk, for machines whose BMC has virtual media. The tests check the contents with
xorriso and isoinfo, downloads with curl, that nodes share the files without copies, and the whole life of a
machine that boots from its ISO."""

import os
import random
import re

import iso_parts
from iso_fixture import KERNEL_BYTES, RAMDISK_BYTES, Machines, curl, read, sum_of
from harness import main, poll
from image_server import ImageServer


class Discs(Machines):
    def test_iso_tools_find_the_files(self):
        self.start(1)
        uuid, url = self.clean(0)
        self.assertRegex(url, rf"^http://[0-9.:]+/v1/boot/{uuid}/[0-9a-f]{{40}}\.iso$")
        disc = os.path.join(self.folder, "disc.iso")
        with open(disc, "wb") as file:
            file.write(curl(url))
        said = iso_parts.run("xorriso", "-indev", disc, "-report_el_torito", "plain").decode()
        boots = [line.split(":", 1)[1].split() for line in said.splitlines()
                 if line.startswith("El Torito boot img")]
        self.assertEqual([(row[1], row[2]) for row in boots], [("BIOS", "y"), ("UEFI", "y")], said)
        self.assertIn("isolinux.bin", said)
        self.assertIn("/boot/esp.img", said)
        for place, name in (("/boot/kernel", "kernel"), ("/boot/ramdisk", "ramdisk"),
                            ("/boot/esp.img", "esp.img"), ("/isolinux/ldlinux.c32", "ldlinux.c32")):
            for names in ("-R", "-J"):
                got = iso_parts.run("isoinfo", "-i", disc, names, "-x", place)
                self.assertEqual(sum_of(got), sum_of(read(os.path.join(self.sources, name))), place)
        text = iso_parts.run("isoinfo", "-i", disc, "-R", "-x", "/boot/grub/grub.cfg").decode()
        for word in (f"ipa-api-url={self.api.url}", "boot_method=vmedia", "ipa-agent-token=",
                     "nofb"):
            self.assertIn(word, text)
        self.assertIn("VMEDIA_BOOT_ISO", iso_parts.run("isoinfo", "-i", disc, "-d").decode())
        checked = iso_parts.run("xorriso", "-indev", disc, "-check_media", "--").decode()
        self.assertNotIn("Media region", re.sub(r".*good.*|.*untested.*", "", checked))

    def test_every_range_equals_that_of_the_whole_file(self):
        self.start(1)
        _, url = self.clean(0)
        whole = curl(url)
        head = curl(url, "-I").decode().lower()
        self.assertIn(f"content-length: {len(whole)}\r\n", head)
        self.assertIn("accept-ranges: bytes\r\n", head)
        tag = re.search(r'etag: ("[^"]+")', head)[1]
        some = random.Random(3)
        ranges = [(0, 0), (len(whole) - 1, len(whole) - 1), (0, len(whole) - 1)]
        for _ in range(60):
            first = some.randrange(len(whole))
            ranges.append((first, min(len(whole) - 1, first + some.choice([1, 2047, 2048, 65536, 5_000_000]))))
        for first, last in ranges:
            got = curl(url, "-r", f"{first}-{last}")
            self.assertEqual(sum_of(got), sum_of(whole[first:last + 1]), (first, last))
        self.assertEqual(curl(url, "-r", "-70000"), whole[-70000:])
        status = ["-o", os.devnull, "-w", "%{http_code}"]
        self.assertEqual(curl(url, *status, "-H", f"If-None-Match: {tag}"), b"304")
        self.assertEqual(curl(url, *status, "-r", f"{len(whole)}-"), b"416")
        self.assertEqual(curl(url + ".parts", *status), b"404")
        self.assertEqual(curl(url.replace(".iso", ".img"), *status), b"404")

    def test_a_thousand_nodes_share_their_boot_files(self):
        self.start(2)
        nodes = [self.clean(number) for number in range(2)]
        self.assertEqual(len(self.shared()), 4)  # kernel, ramdisk, loader, ldlinux.c32
        own = 0
        for uuid, url in nodes:
            for name in os.listdir(self.files(uuid)):
                found = os.stat(os.path.join(self.files(uuid), name))
                own += found.st_size if found.st_nlink == 1 else 0
                if name.startswith("part-"):
                    self.assertEqual(found.st_nlink, 3)
            self.assertEqual(len(curl(url)) % 2048, 0)
        self.assertLess(own, 2 * 200_000)
        self.assertNotEqual(nodes[0][1], nodes[1][1])
        self.move(0, "abort", "clean failed")
        poll(lambda: not os.path.exists(self.files(nodes[0][0])), "its files are gone")
        self.assertGreater(len(curl(nodes[1][1])), KERNEL_BYTES + RAMDISK_BYTES)

    def test_an_iso_stays_the_same_though_its_sources_change(self):
        self.start(2)
        _, url = self.clean(0)
        before, tag = curl(url), curl(url, "-I").lower().split(b"etag: ")[1].split(b"\r")[0]
        kernel = random.Random(8).randbytes(KERNEL_BYTES)
        self.write("kernel", kernel)
        with open(os.path.join(self.sources, "ramdisk"), "r+b") as file:  # Changes it in place.
            file.write(b"another one")
        _, later = self.clean(1)
        self.assertEqual(sum_of(curl(url, "-H", b"If-Match: " + tag)), sum_of(before))
        self.assertIn(kernel, curl(later))
        self.assertIn(b"another one", curl(later))

    def test_an_iso_survives_a_restart(self):
        self.start(1)
        _, url = self.clean(0)
        before = curl(url)
        self.daemon.kill()
        self.daemon.start()
        self.assertEqual(sum_of(curl(url)), sum_of(before))
        self.move(0, "abort", "clean failed")
        self.move(0, "manage", "manageable")
        self.move(0, "provide", "clean wait")
        self.assertNotEqual(self.disc_of(0), url)  # The URL has another token.
        self.assertEqual(len(curl(self.disc_of(0))), len(before))

    def test_parts_that_cannot_boot_are_refused_before_the_boot(self):
        self.start(1)
        self.enrol(0, driver_info={"bootloader": "file:///etc/passwd"})
        said = self.api.get("/v1/nodes/node-0/validate").json["boot"]
        self.assertFalse(said["result"])
        self.assertIn("'/etc/passwd' is not below the folders allowed", said["reason"])

    def test_a_missing_kernel_fails_the_node_and_is_named(self):
        self.start(1)
        os.remove(os.path.join(self.sources, "kernel"))
        self.enrol(0)
        self.move(0, "manage", "manageable")
        node = self.move(0, "provide", "clean failed")
        self.assertIn("kernel", node["last_error"])


class UefiOnly(Machines):
    BIOS = False

    def test_without_isolinux_an_iso_is_for_uefi_only(self):
        self.start(2)
        _, url = self.clean(0)
        disc = os.path.join(self.folder, "disc.iso")
        with open(disc, "wb") as file:
            file.write(curl(url))
        said = iso_parts.run("xorriso", "-indev", disc, "-report_el_torito", "plain").decode()
        self.assertRegex(said, r"El Torito boot img :\s+1\s+UEFI\s+y")
        self.assertNotIn("BIOS", said)
        self.enrol(1, properties={"capabilities": "boot_mode:bios"})
        self.move(1, "manage", "manageable")
        node = self.move(1, "provide", "clean failed")
        self.assertIn("isolinux.bin", node["last_error"])


class FromUrls(Machines):
    def test_files_on_a_web_server_are_downloaded_once(self):
        server = ImageServer()
        self.addCleanup(server.stop)
        for name in ("kernel", "ramdisk"):
            server.files[name] = read(os.path.join(self.sources, name))
        self.start(2, source=server.url + "/plain")
        for number in range(2):
            _, url = self.clean(number)
            disc = curl(url)
            for name, content in server.files.items():
                self.assertIn(content, disc)
                self.assertEqual(server.times("/plain/" + name), 1)


class Lives(Machines):
    AGENTS = True

    def test_a_machine_goes_from_enroll_to_active_with_its_iso(self):
        self.start(2)
        for number, boot in enumerate(("redfish-virtual-media", "redfish-https")):
            uuid = self.enrol(number, boot, inspect_interface="agent")
            self.move(number, "manage", "manageable")
            self.move(number, "inspect", "manageable")
            self.move(number, "provide", "available")
            self.move(number, "active", "active")
            self.assertFalse(os.path.exists(self.files(uuid)), boot)
            self.move(number, "deleted", "available")
            severe = [row for row in self.api.history(f"node-{number}") if row["severity"] == "ERROR"]
            self.assertEqual(severe, [])


if __name__ == "__main__":
    main()
