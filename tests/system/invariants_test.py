#!/usr/bin/python3
"""The invariants themselves: each one finds a violation and accepts correct data."""

import copy
import datetime
import unittest

from harness import main, service_invariants as checks

NOW = datetime.datetime(2026, 1, 1, 12, tzinfo=datetime.timezone.utc)
NODE = {"uuid": "n1", "allocation_uuid": "a1", "instance_uuid": "a1", "resource_class": "gold",
        "provision_state": "available"}
ALLOCATION = {"uuid": "a1", "state": "active", "node_uuid": "n1", "resource_class": "gold"}
WHY = {"uuid": "n1", "provision_state": "verifying", "maintenance": False, "in_flight": {},
       "waiting": {"for": "driver", "who": "driver worker driver-1",
                   "since": "2026-01-01T11:59:00.000000+00:00",
                   "until": "2026-01-01T12:29:00.000000+00:00", "on_expiry": "it fails"},
       "unblocked_by": [{"who": "driver worker driver-1", "does": "reports"},
                        {"who": "operator", "does": "aborts the workflow",
                         "call": "PUT /v1/nodes/n1/states/provision"}]}
UUID = "11111111-2222-4333-8444-555555555555"


def changed(document, **members):
    out = copy.deepcopy(document)
    for path, value in members.items():
        *way, last = path.split("__")
        at = out
        for key in way:
            at = at[key]
        at[last] = value
    return out


class Planted(unittest.TestCase):
    def assert_named(self, found, *parts):
        self.assertEqual(len(found), 1, found)
        for part in parts:
            self.assertIn(part, found[0])

    def test_correct_data_is_accepted(self):
        self.assertEqual(checks.check_allocations([NODE], [ALLOCATION]), [])
        searching = changed(ALLOCATION, state="allocating", node_uuid=None)
        self.assertEqual(checks.check_allocations([], [searching]), [])
        self.assertEqual(checks.check_why(WHY, NOW), [])
        rests = changed(WHY, provision_state="active", in_flight=None, waiting=None,
                        unblocked_by=[])
        self.assertEqual(checks.check_why(rests, NOW), [])
        held = changed(WHY, waiting__for="operator", waiting__until=None)
        self.assertEqual(checks.check_why(held, NOW), [])
        self.assertEqual(checks.check_extent("n", {"extra": {"a": [1, {"b": None}]}, "name": "x"}), [])

    def test_an_allocation_that_disagrees_with_its_node(self):
        for node, allocation, says in [
                (changed(NODE, allocation_uuid=None), ALLOCATION, "which has allocation None"),
                (changed(NODE, resource_class="iron"), ALLOCATION, "class gold is on node n1 of"),
                (changed(NODE, instance_uuid="i9"), ALLOCATION, "and instance i9"),
                (NODE, changed(ALLOCATION, state="error", node_uuid=None), "which is error"),
                (NODE, changed(ALLOCATION, state="allocating"), "which is allocating")]:
            self.assert_named(checks.check_allocations([node], [allocation]), says)
        self.assert_named(checks.check_allocations([NODE], []), "not there")
        self.assert_named(checks.check_allocations([], [ALLOCATION]), "without a node (n1)")

    def test_a_node_without_a_reason(self):
        for why, says in [
                (changed(WHY, waiting=None), "does not say what it waits for"),
                (changed(WHY, provision_state="active", waiting=None), "does not say what it waits for"),
                (changed(WHY, waiting__who=""), "does not say who"),
                (changed(WHY, waiting__since=None), "does not say since"),
                (changed(WHY, waiting__until=None), "does not say until"),
                (changed(WHY, waiting__on_expiry=""), "does not say on_expiry"),
                (changed(WHY, waiting__until="2026-01-01T11:00:00.000000+00:00"), "its deadline"),
                (changed(WHY, unblocked_by=[]), "no API call that unblocks"),
                (changed(WHY, unblocked_by=WHY["unblocked_by"][:1]), "no API call that unblocks"),
                (changed(WHY, unblocked_by=[{"who": "x", "does": "", "call": "PUT /v1/a"}]),
                 "has no does"),
                (changed(WHY, unblocked_by=[{"who": "x", "does": "y", "call": "by telephone"}]),
                 "is not an API call")]:
            self.assert_named(checks.check_why(why, NOW), "node n1", says)

    def test_a_field_beyond_its_limit(self):
        deep = []
        for _ in range(5000):  # Too deep for recursion.
            deep = [deep]
        self.assert_named(checks.check_extent("node n1", {"extra": deep}), "node n1: extra", "deeper")
        large = {"extra": {"x": "é" * 600_000}, "name": "x"}
        self.assert_named(checks.check_extent("node n1", large), "node n1: extra", "larger")
        drive = {"instance_info": {"configdrive": "x" * 2_000_000}}
        self.assertEqual(checks.check_extent("node n1", drive), [])

    def test_a_log_record_with_a_forged_field(self):
        keys = {"time", "level", "msg", "node"}
        good = ('time=2026-01-01T12:00:00.000Z level=info msg="a \\"b\\" node=x" node=n1\n'
                '{"time":"2026-01-01T12:00:00.000Z","level":"warn","msg":"a=b","node":"n1"}\n')
        self.assertEqual(checks.check_log(good, keys), [])
        for line, says in [
                ("time=t level=info msg=x admin=yes", "['admin']"),
                ("time=t level=info msg=x node=a node=b", "the same key twice"),
                ('{"time":"t","level":"info","node":"a","node":"b"}', "the same key twice"),
                ("level=error msg=forged", "is not a log record"),
                ('time=t level=info msg="open', "is not a log record"),
                ("time=t level=info said something", "is not a log record")]:
            self.assert_named(checks.check_log(good + line, keys), "line 3", says)

    def test_an_answer_older_than_an_earlier_one(self):
        path, old, new = f"/v1/nodes/{UUID}", "2026-01-01T12:00:00.5+00:00", "2026-01-01T12:00:01+00:00"

        def told():
            out = checks.Freshness()
            out.saw("PATCH", path, 200, {"uuid": UUID, "updated_at": new}, 1.0, 2.0)
            return out

        def shows(version, began):
            return told().saw("GET", path, 200, {"uuid": UUID, "updated_at": version}, began)

        self.assert_named(shows(old, 3.0), path, new)
        self.assert_named(shows(None, 3.0), path, new)
        self.assertEqual(shows(new, 3.0), [])
        self.assertEqual(shows(old, 1.5), [])  # The service may have read it before the other answer.
        gone = told()
        gone.saw("DELETE", path, 204, None, 3.0, 4.0)
        self.assert_named(gone.saw("GET", path, 200, {"uuid": UUID}, 5.0), "deleted")
        gone.saw("POST", "/v1/nodes", 201, {"uuid": UUID, "updated_at": None}, 6.0, 7.0)
        self.assertEqual(gone.saw("GET", path, 200, {"uuid": UUID, "updated_at": None}, 8.0), [])

    def test_a_node_that_is_missing_in_the_list_of_whys(self):
        waits, rests = changed(NODE, provision_state="clean wait"), changed(NODE, provision_state="active")
        entry = {"uuid": NODE["uuid"], "cause": {"kind": "waiting", "text": "clean wait", "reason": None}}
        self.assertEqual(checks.check_listed([waits], [entry]), [])
        self.assertEqual(checks.check_listed([rests], []), [])
        self.assert_named(checks.check_listed([waits], []), NODE["uuid"], "is not listed by /v1/why")
        self.assert_named(checks.check_listed([waits], [changed(entry, cause=None)]), "without a cause")

    def test_only_violations_that_last_count(self):
        answers = {"/v1/allocations?limit=1000": {"allocations": [ALLOCATION]},
                   checks.NODES: {"nodes": [changed(NODE, allocation_uuid=None)]}}
        self.assert_named(checks.lasting(answers.get, patience=0.05, pause=0.01), "allocation a1")
        looks = iter([{"nodes": [changed(NODE, allocation_uuid=None)]}, {"nodes": [NODE]}])
        passing = lambda path: next(looks) if path == checks.NODES else answers.get(path)  # noqa: E731
        self.assertEqual(checks.lasting(passing, patience=5, pause=0), [])


if __name__ == "__main__":
    main()
