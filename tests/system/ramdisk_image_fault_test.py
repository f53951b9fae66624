#!/usr/bin/python3
"""Image servers that fail while our ramdisk deploys a machine: the operator sees the cause, and a retry works. Prints
the error texts."""

import ramdisk_images
from harness import main
from ramdisk_fault_fixture import FaultTest, tell

IMAGE_FAULTS = (  # The fault of the image server, and the text of last_error.
    (ramdisk_images.serves_another, "failed to verify against checksum"),
    (ramdisk_images.serves_a_shorter_one, "failed to verify against checksum"),
    (ramdisk_images.ends_early, "the connection was lost"),
    (ramdisk_images.stalls, "no response in time"),
    (ramdisk_images.lies_about_ranges, "answered a request from byte"),
    (ramdisk_images.has_a_larger_one_than_the_disk, "the available space is 5368709120"),
    (ramdisk_images.refuses, "Received status code 403"),
)


class ImageFaults(FaultTest):
    def test_faults_of_image_servers(self):
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
