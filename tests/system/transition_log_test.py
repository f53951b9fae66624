#!/usr/bin/python3
"""The daemon's log has each transition and each failed step once, also after a kill."""

import contextlib
import http.client
import re

from embedded_fixture import WithFolder
from harness import main, poll

TRANSITION = re.compile(r'msg="the provision state has changed" node=(\S+) name=(\S+) '
                        r'from="?([^"]+?)"? verb=(\S+) to="?([^"]+?)"? (.*)$', re.MULTILINE)


class Log(WithFolder):
    """The log shows each transition once."""

    def assert_told_once(self, one, node):
        """The log has the same transitions as the events, in the same order.

        A commit can be read a moment before its log record is written."""
        def transitions():
            return [row for row in TRANSITION.findall(one.log()) if row[0] == node["uuid"]]
        poll(lambda: [row[4] for row in transitions()][-1:] == [node["provision_state"]],
             "the last transition is in the log")
        told = transitions()
        revisions = [int(re.search(r"revision=(\d+)", row[5]).group(1)) for row in told]
        self.assertEqual(revisions, sorted(revisions))
        for before, after in zip(told, told[1:]):
            self.assertEqual(before[4], after[2], told)
        self.assertEqual(told[0][2], "enroll")
        return [(row[2], row[3], row[4]) for row in told]

    def test_life_of_a_node(self):
        one = self.daemon().start()
        one.api.create("life")
        one.api.move("life", "manage", "manageable", "provide", "available")
        self.assertEqual(self.assert_told_once(one, one.api.node("life")), [
            ("enroll", "manage", "verifying"), ("verifying", "done", "manageable"),
            ("manageable", "provide", "cleaning"), ("cleaning", "done", "available")])
        for row in TRANSITION.findall(one.log()):
            self.assertRegex(row[5], r"request_id=req-[0-9a-f-]{36}\b")
        self.assertEqual(one.stop(), 0)

    def test_a_failed_step_is_logged(self):
        one = self.daemon().start()
        node = one.api.create("bad", driver_info={
            "fake_failures": {"inspect.inspect_hardware": "no BMC"}})
        one.api.move("bad", "manage", "manageable")
        one.api.ask_for_state("bad", "inspect")
        poll(lambda: one.api.node("bad")["provision_state"] == "inspect failed", "it fails")
        def failures():
            return re.findall(r'level=warn msg="a step has failed" .*', one.log())
        poll(failures, "the failure is in the log")
        rows = failures()
        self.assertEqual(len(rows), 1, rows)
        for part in (f"node={node['uuid']}", "step=inspect.inspect_hardware", "no BMC", "claim="):
            self.assertIn(part, rows[0])
        self.assertEqual(one.stop(), 0)

    def test_a_kill_in_the_middle_loses_and_repeats_no_record(self):
        one = self.daemon()
        api = one.start().api
        api.create("a", driver_info={"fake_delays": {"deploy.prepare_cleaning": 2.0}})
        api.move("a", "manage", "manageable")
        api.ask_for_state("a", "provide")
        poll(lambda: len(TRANSITION.findall(one.log())) == 3, "the cleaning has begun")
        one.kill()
        node = one.start().api.until("a", "available")
        self.assertEqual(len(self.assert_told_once(one, node)), 4)
        self.assertEqual(one.stop(), 0)

    def test_a_kill_before_the_acknowledgement_repeats_no_record(self):
        """A message that was handled and logged is delivered again to the next process."""
        for number in (2, 3, 4):
            one = self.daemon(part=f"pass-{number}")
            one.start().api.create("a")
            one.api.move("a", "manage", "manageable")
            poll(lambda: len(TRANSITION.findall(one.log())) == 2, "both moves are in the log")
            one.kill()
            one.start(IRONBUS_FAILPOINT=f"after_publish:{number}")
            with contextlib.suppress(OSError, http.client.HTTPException):
                one.api.ask_for_state("a", "provide")
            one.process.wait(30)
            api = one.start().api
            if api.node("a")["provision_state"] == "manageable":  # The daemon was killed before it began.
                api.ask_for_state("a", "provide")
            self.assertEqual(len(self.assert_told_once(one, api.until("a", "available"))), 4)
            self.assertEqual(one.stop(), 0)


if __name__ == "__main__":
    main()
