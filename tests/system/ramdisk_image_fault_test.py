#!/usr/bin/python3
"""Servers of images that fail while our ramdisk deploys a machine: the operator is told what it was, and trying again works. Prints what
is told."""

import ramdisk_images
from harness import main
from ramdisk_fault_fixture import FaultTest, tell

IMAGE_FAULTS = (  # what the server of images does, what last_error says
    (ramdisk_images.serves_another, "failed to verify against checksum"),
    (ramdisk_images.serves_a_shorter_one, "failed to verify against checksum"),
    (ramdisk_images.ends_early, "the connection was lost"),
    (ramdisk_images.stalls, "no response in time"),
    (ramdisk_images.lies_about_ranges, "answered a request from byte"),
    (ramdisk_images.has_a_larger_one_than_the_disk, "the available space is 5368709120"),
    (ramdisk_images.refuses, "Received status code 403"),
)


class ImageFaults(FaultTest):
    def test_images(self):
        self.make_available()
        for conduct, said in IMAGE_FAULTS:
            with self.subTest(conduct.__name__):
                self.images.conduct = conduct
                self.images.ranges.clear()
                error = self.error_of("active", "deploy failed")
                self.assertRegex(error, said)
                tell(conduct.__name__, error)
        self.deploy_well()


if __name__ == "__main__":
    main()
