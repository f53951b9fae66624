"""Shared code of tests of failing deployments and cleanings: the failure, its error text, and a retry."""

import sys

from harness import poll
from ramdisk_fixture import LIMIT, RamdiskTest
from ramdisk_images import serves


def tell(fault, error):
    print(f"\n  {fault.replace('_', ' '):34} {error}", file=sys.stderr)


class FaultTest(RamdiskTest):
    further_settings = "conductor: {deploy_callback_timeout: 90s, clean_callback_timeout: 60s}\n"
    further_parameters = ("ipa-image-download-connection-timeout=2 ipa-image-download-connection-retries=1 "
                          "ipa-image-download-connection-retry-interval=1")

    def error_of(self, verb, state):
        """Returns last_error of a node that fails before it reaches the state."""
        self.api.ask_for_state("vm", verb)
        return self.await_failure(state)

    def await_failure(self, state):
        try:
            node = poll(lambda: self.of_state(state), f"the node is in state {state}", LIMIT)
        except AssertionError as late:
            now = self.api.node("vm")["provision_state"]
            raise AssertionError(f"{late}; it is in state {now}\nconsole:\n{self.machine.tail()}") from None
        why = self.api.get("/v1/nodes/vm/why").json
        self.assertEqual(why["last_error"], node["last_error"])
        self.assertTrue(why["unblocked_by"] or why["waiting"] is None, why)
        return node["last_error"]

    def of_state(self, state):
        node = self.api.node("vm")
        return node if node["provision_state"] == state else None

    def make_available(self):
        self.add_machine(automated_clean=False)
        self.move("provide", "available")

    def deploy_well(self):
        self.images.conduct = serves
        self.assertEqual(self.deploy()["from"], "target")
