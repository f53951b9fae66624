#!/usr/bin/python3
"""The parts of ops/ramdisk that choose modules and firmware, on made-up kernels."""

import os
import sys
import tempfile
import types
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "ops/ramdisk_parts"))

import tools  # noqa: E402
from firmware import Firmware  # noqa: E402
from hardware import COMMON, FOLDERS, NAMES, PHYSICAL, PLAIN  # noqa: E402
from initramfs import Tree  # noqa: E402
from modules import Modules  # noqa: E402

# Drivers whose absence operators reported.
WANTED = {"vmd": "drivers/pci/controller", "qla2xxx": "drivers/scsi/qla2xxx", "lpfc": "drivers/scsi/lpfc",
          "ib_ipoib": "drivers/infiniband/ulp/ipoib", "mvsas": "drivers/scsi/mvsas", "sata_sil24": "drivers/ata",
          "nfp": "drivers/net/ethernet/netronome/nfp", "ionic": "drivers/net/ethernet/pensando/ionic",
          "bnx2": "drivers/net/ethernet/broadcom", "bnx2x": "drivers/net/ethernet/broadcom/bnx2x",
          "qed": "drivers/net/ethernet/qlogic/qed", "ice": "drivers/net/ethernet/intel/ice"}


def write(path, content):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)


class PartsTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name
        self.kernel = os.path.join(self.folder, "kernel/6.1")
        write(os.path.join(self.kernel, "modules.builtin"), b"kernel/drivers/base/part-built-in.ko\n")
        for name, place in WANTED.items():
            write(os.path.join(self.kernel, "kernel", place, name + ".ko"),
                  f"\0firmware={name}/one.bin\0firmware={name}/two-*.bin\0depends=\0".encode())

    def test_the_general_flavour_has_every_driver_of_its_folders(self):
        modules = Modules(os.path.join(self.folder, "kernel"))
        self.assertEqual(modules.below(*FOLDERS), sorted(WANTED))
        self.assertEqual(len(set(NAMES) & set(PHYSICAL)), 0)
        self.assertTrue({"ionic", "vmd", "qla2xxx"} <= set(COMMON))
        self.assertTrue(PLAIN)

    def test_modules_that_the_kernel_lacks_are_named_but_not_built_in_ones(self):
        modules = Modules(os.path.join(self.folder, "kernel"))
        self.assertEqual(modules.missing(["vmd", "part_built_in", "no-such"]), ["no_such"])

    def test_firmware_is_copied_and_the_rest_is_named(self):
        modules = Modules(os.path.join(self.folder, "kernel"))
        store = os.path.join(self.folder, "firmware")
        for name in ("qed/one.bin", "qed/two-a.bin", "qed/two-b.bin", "nfp/one.bin", "other/one.bin"):
            write(os.path.join(store, name), name.encode())
        firmware = Firmware()
        firmware.add_folder(store)
        tree = Tree(os.path.join(self.folder, "tree"))
        missing = firmware.copy_for(modules, ["qed", "nfp", "vmd"], tree)
        self.assertEqual(missing, {"nfp": ["nfp/two-*.bin"], "vmd": ["vmd/one.bin", "vmd/two-*.bin"]})
        found = sorted(os.path.relpath(os.path.join(path, name), tree.path("lib/firmware"))
                       for path, _, names in os.walk(tree.path("lib/firmware")) for name in names)
        self.assertEqual(found, ["nfp/one.bin", "qed/one.bin", "qed/two-a.bin", "qed/two-b.bin"])

    def test_the_package_of_a_library_is_found_by_its_name(self):
        packages = ["libbrotli1", "libc6", "libcom-err2", "libcurl4", "libldap-2.5-0", "libnghttp2-14"]
        for library, package in (("libcurl.so.4", "libcurl4"), ("libnghttp2.so.14", "libnghttp2-14"),
                                 ("libcom_err.so.2", "libcom-err2"), ("libbrotlidec.so.1", "libbrotli1"),
                                 ("libldap-2.5.so.0", "libldap-2.5-0")):
            self.assertEqual(tools.likely_packages(library, packages)[0], package)

    def test_a_package_is_copied_without_documentation_and_replaces_applets(self):
        package = os.path.join(self.folder, "package")
        write(os.path.join(package, "usr/sbin/tool"), b"#!/bin/sh\n")
        os.chmod(os.path.join(package, "usr/sbin/tool"), 0o755)
        write(os.path.join(package, "usr/share/doc/tool/README"), b"text")
        write(os.path.join(package, "etc/tool.conf"), b"text")
        tree = Tree(os.path.join(self.folder, "tree"))
        os.symlink("busybox", tree.path("bin/tool"))
        libraries = types.SimpleNamespace(tree=tree, packages=types.SimpleNamespace(unpacked=lambda name: package))
        tools.add_package(libraries, "tool")
        self.assertFalse(os.path.islink(tree.path("bin/tool")))
        self.assertTrue(os.access(tree.path("bin/tool"), os.X_OK))
        self.assertTrue(os.path.exists(tree.path("etc/tool.conf")))
        self.assertFalse(os.path.exists(tree.path("usr/share/doc")))


if __name__ == "__main__":
    sys.exit(unittest.main())
