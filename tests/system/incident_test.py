#!/usr/bin/python3
"""An incident: a node's history in a file without secrets, with its decisions repeated."""

import json
import os
import stat
import unittest

from embedded_fixture import WithFolder
from harness import main, poll
from operator_fixture import DAEMON, Operator, run

SECRETS = {"fake_password": "hunter-two-2", "redfish_password": "tr0ub4dor&3",
           "snmp_auth_key": "0123456789abcdef0123", "fake_url": "http://op:pw-in-url@192.0.2.1/x"}
PLANTED = ("hunter-two-2", "tr0ub4dor", "0123456789abcdef0123", "pw-in-url")
FAILS = {"fake_failures": {"deploy.erase_devices": "Login with hunter-two-2 was refused."}}


class Incident(WithFolder):
    def start(self, logs="true"):
        settings = (f"conductor: {{decision_log: {logs}, max_event_log_size: 33554432,\n"
                    "  clean_step_priority_override: {deploy.erase_devices: 10}}\n"
                    "inspection_rules: {supported_interfaces: fake}\n")
        self.one = self.daemon(settings=settings).start()
        self.api = self.one.api

    def ironbus(self, *words):
        done = Operator(self.api.url).call(*words)
        return done.returncode, done.stdout, done.stderr

    def new_file(self):
        return os.path.join(self.folder, f"{len(os.listdir(self.folder))}.incident")

    def export(self, node="broken"):
        file = self.new_file()
        self.assertEqual((0, ""), self.ironbus("incident", "export", node, "-o", file)[::2])
        return file

    def export_stored(self, data, file):
        done = run([DAEMON, "--data", data, "store", "incident", self.uuid, "-o", file])
        return done.returncode, done.stderr

    def fail_to_clean(self):
        self.uuid = self.api.create("broken", driver_info={**SECRETS, **FAILS})["uuid"]
        self.api.move("broken", "manage", "manageable")
        self.api.call("PUT", "/v1/nodes/broken/states/provision", {"target": "provide"})
        self.api.until("broken", "clean failed")
        poll(lambda: not (self.api.get("/v1/nodes/broken/why").json["working"]), "it has cleaned up")

    @staticmethod
    def lines_of(file):
        with open(file, encoding="utf-8") as source:
            return [json.loads(line) for line in source]

    def rewritten(self, file, change):
        lines = self.lines_of(file)
        change(lines)
        other = file + ".other"
        with open(other, "w", encoding="utf-8") as out:
            out.writelines(json.dumps(line) + "\n" for line in lines)
        return other

    def test_a_failure_is_exported_and_its_decisions_are_repeated(self):
        self.start()
        self.fail_to_clean()
        file = self.export()
        with open(file, encoding="utf-8") as source:
            text = source.read()
        for secret in PLANTED:
            self.assertNotIn(secret, text)
        self.assertEqual(stat.S_IMODE(os.stat(file).st_mode), 0o600)
        lines = self.lines_of(file)
        kinds = [next(iter(line)) for line in lines]
        self.assertEqual((kinds[0], kinds[-1]), ("incident", "end"))
        self.assertIn("operation", kinds)
        self.assertGreater(kinds.count("decision"), 8)
        self.assertEqual(kinds.count("event"), len(self.api.get(
            f"/v1/events?node={self.uuid}&since=0").json["events"]))
        now = next(line["snapshot"] for line in lines if "snapshot" in line)["about"]
        self.assertEqual(now["driver_info"]["fake_failures"]["deploy.erase_devices"],
                         f"Login with {now['driver_info']['fake_password']} was refused.")
        self.one.stop()  # Only the file is needed.
        code, out, err = self.ironbus("incident", "replay", file)
        self.assertEqual((0, ""), (code, err), out)
        self.assertIn(f"{kinds.count('decision')} decisions are the same today, 0 differ", out)
        print(out)

    def test_the_decisions_of_an_inspection_with_rules_are_repeated(self):
        self.start()
        self.api.call("POST", "/v1/inspection_rules", {
            "description": "by vendor", "conditions": [],
            "actions": [{"op": "set-attribute",
                         "args": ["/driver_info/rule_password", "from-a-rule-9"]}]})
        self.api.create("broken", driver_info=SECRETS)
        self.api.move("broken", "manage", "manageable")
        self.api.move("broken", "inspect", "manageable")
        file = self.export()
        code, out, _ = self.ironbus("incident", "replay", file)
        self.assertEqual(0, code, out)
        with open(file, encoding="utf-8") as source:
            self.assertNotIn("from-a-rule-9", source.read())

    def test_different_decisions_are_shown(self):
        self.start()
        self.fail_to_clean()

        def less_tolerant(lines):
            for line in lines:
                message = line.get("decision", {}).get("message", {})
                if message.get("data", {}).get("status") == "failed":
                    message["data"]["status"] = "done"

        file = self.rewritten(self.export(), less_tolerant)
        code, out, err = self.ironbus("incident", "replay", file)
        self.assertEqual((1, ""), (code, err), out)
        self.assertIn("otherwise\n", out)
        self.assertIn("/about/provision_state\n        then  \"clean failed\"", out)
        report = json.loads(self.ironbus("incident", "replay", "--json", file)[1])
        self.assertEqual(report["otherwise"], 1, report)
        print(out)

    def test_without_decisions_the_available_data_is_exported(self):
        self.start(logs="false")
        self.fail_to_clean()
        file = self.export()
        head = self.lines_of(file)[0]["incident"]
        self.assertIn("conductor.decision_log was off", head["notes"][0])
        code, _, err = self.ironbus("incident", "replay", file)
        self.assertEqual(2, code)
        self.assertIn("no decision to replay", err)

    def test_a_store_is_read_without_its_service(self):
        self.start()
        self.fail_to_clean()
        by_gateway = self.lines_of(self.export())
        self.one.stop()
        file = self.new_file()
        self.assertEqual((0, ""), self.export_stored(os.path.join(self.folder, "one", "data"), file))
        by_store = self.lines_of(file)
        self.assertEqual([x for x in by_gateway if "decision" in x],
                         [x for x in by_store if "decision" in x])

        empty = os.path.join(self.folder, "empty")
        code, err = self.export_stored(empty, empty + ".incident")
        self.assertEqual(9, code, err)
        self.assertTrue(err.startswith("ironbusd store incident: "), err)
        self.assertFalse(os.path.exists(empty), "reading creates no folder")

    def test_unusable_files_are_rejected(self):
        self.start()
        self.fail_to_clean()
        whole = self.export()
        with open(whole, encoding="utf-8") as source:
            text = source.read()
        for name, damaged, why in (("cut", text[:len(text) // 2], "line "),
                                   ("end", text[:text.rindex('{"end"')], "is incomplete"),
                                   ("empty", "", "it is empty"),
                                   ("other", text.replace('"format":1', '"format":9', 1), "format is 9"),
                                   ("deep", text + "[" * 100_000, "data after it")):
            with self.subTest(name):
                file = os.path.join(self.folder, name)
                with open(file, "w", encoding="utf-8") as out:
                    out.write(damaged)
                code, out, err = self.ironbus("incident", "replay", file)
                self.assertEqual((2, ""), (code, out))
                self.assertIn(why, err)
        self.assertEqual(2, self.ironbus("incident", "replay", "/nowhere")[0])
        self.assertEqual(2, self.ironbus("incident", "export", "broken", "-o", whole)[0])
        self.assertEqual(9, self.ironbus("incident", "export", "nobody", "-o", whole + "2")[0])


if __name__ == "__main__":
    main()
