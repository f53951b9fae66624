#!/usr/bin/python3
"""A damaged store: the service notices and reports it, continues as far as possible, and can be repaired."""

import os
import re

from harness import Daemon, main, poll
from store_fixture import WithStores, run_store


class DamagedRedis(WithStores):
    def setUp(self):
        super().setUp()
        self.redis = self.start_redis()
        self.one = self.daemon_on(self.redis)
        self.api = self.one.start().api
        self.uuids = [self.api.create(f"n{number}")["uuid"] for number in range(5)]

    def names(self, query=""):
        answer = self.api.get("/v1/nodes" + query)
        self.assertEqual(answer.status, 200, answer)
        return [x["name"] for x in answer.json["nodes"]]

    def test_a_list_survives_a_lost_row(self):
        self.redis.command("HDEL", "ironbus:row:nodes", self.uuids[2])
        others = ["n0", "n1", "n3", "n4"]
        self.assertEqual(self.names(), others)
        self.assertEqual(self.names("?provision_state=enroll"), others)
        self.assertEqual(self.names("?sort_key=name&limit=3"), ["n0", "n1", "n3"])
        self.assertEqual(self.names(f"?limit=2&marker={self.uuids[1]}"), ["n3", "n4"])
        self.assertEqual(len(self.api.get("/v1/nodes/detail").json["nodes"]), 4)
        self.assertIn("left out entries without a complete row", self.one.log())
        self.assertRegex(self.api.get("/metrics").body.decode(),
                         r"(?m)^ironbus_store_entries_astray_total [1-9]")

        found = self.findings(store=self.redis.url)
        self.assertIn(("dangling_entry", "order:nodes", self.uuids[2]),
                      [(x["defect"], x["place"], x["subject"]) for x in found])
        self.assertIn(("missing_entry", "nodes", "node:" + self.uuids[2]),
                      [(x["defect"], x["place"], x["subject"]) for x in found])

        mended = self.findings("repair", code=0, store=self.redis.url)
        self.assertTrue(mended)
        self.assertTrue(all(x["mended"] for x in mended))
        self.assertIn("no errors", self.done("check", store=self.redis.url))
        self.assertEqual(self.names(), ["n0", "n1", "n2", "n3", "n4"])
        self.api.move("n2", "manage", "manageable")

    def store_reason(self):
        answer = self.api.get("/readyz")
        return answer.json["store"].get("reason", "") if answer.status == 503 else ""

    def test_damage_in_use_is_noticed_and_shown_until_it_is_repaired(self):
        two = Daemon(self.path("two"), settings=f"store: {self.redis.url}\n"
                     "redis:\n  check_period: 1s\n").start()
        self.addCleanup(two.stop)
        self.assertEqual(two.api.get("/readyz").status, 200)
        self.redis.command("ZADD", "ironbus:order:nodes", "3", "led-astray")
        poll(self.store_reason, "the first, which did not look, shows it as well")
        self.assertIn("the store is damaged, wrong index entries: 1.", self.store_reason())
        self.assertEqual(two.api.get("/readyz").status, 503)
        for api in (self.api, two.api):
            poll(lambda api=api: "\nironbus_store_damaged 1" in api.get("/metrics").body.decode(),
                 "the metric shows it")
        self.assertIn("dangling_entry order:nodes led-astray", two.log())
        self.assertEqual(self.api.create("goes-on")["name"], "goes-on")

        self.findings("repair", code=0, store=self.redis.url)
        poll(lambda: self.api.get("/readyz").status == 200, "ready again")
        poll(lambda: "\nironbus_store_damaged 0" in two.api.get("/metrics").body.decode(),
             "the metric, too")

    def test_lost_indexes_are_rebuilt_from_the_records(self):
        for key in ("row:nodes", "sum:nodes", "order:nodes", "uniq:nodes.name",
                    "col:nodes:provision_state=enroll", "has:nodes:name"):
            self.redis.command("DEL", "ironbus:" + key)
        self.assertEqual(self.names(), [])
        self.assertEqual(self.api.get("/v1/nodes/n1").status, 404)
        self.findings("repair", code=0, store=self.redis.url)
        self.findings(code=0, store=self.redis.url)
        self.assertEqual(sorted(self.names()), ["n0", "n1", "n2", "n3", "n4"])
        self.assertEqual(len(self.names("?provision_state=enroll")), 5)
        self.api.move("n1", "manage", "manageable")

    def test_a_log_that_is_cut_within_a_commit_lists_the_rest(self):
        self.one.stop()
        self.redis.stop()
        path = self.redis.log_of_commands()
        with open(path, "rb") as file:
            log = file.read()
        begins = [x.start() for x in re.finditer(rb"\*1\r\n\$5\r\nMULTI\r\n", log)]
        inside = log.index(b"ironbus:order:nodes", begins[len(begins) // 2])
        with open(path, "wb") as file:
            file.write(log[:inside])
        self.redis.start()
        self.api = self.one.start().api
        left = self.names()
        self.assertLess(len(left), 5)
        self.assertEqual(left, [f"n{number}" for number in range(len(left))])
        self.findings(code=0, store=self.redis.url)


class DamagedFile(WithStores):
    def setUp(self):
        super().setUp()
        self.one = self.daemon(settings="sqlite:\n  check_period: 1s\n")
        self.api = self.one.start().api
        self.uuids = [self.api.create(f"n{number}", extra={"long": "x" * 2000})["uuid"]
                      for number in range(12)]
        self.data = self.path("one", "data")
        self.file = os.path.join(self.data, "ironbus.db")

    def destroy_page_with(self, text):
        """Destroys it in the file itself, not in the write-ahead log."""
        with open(self.file, "r+b") as file:
            content = file.read()
            place = content.index(text, 4096) // 4096 * 4096
            file.seek(place)
            file.write(b"x" * 4096)

    def reason(self):
        answer = self.api.get("/readyz")
        return answer.json["store"].get("reason", "") if answer.status == 503 else ""

    def test_a_page_that_is_damaged_in_use_is_shown_and_repaired(self):
        self.one.stop()
        self.api = self.one.start().api  # Now the file contains all data.
        self.assertEqual(self.reason(), "")
        self.destroy_page_with(self.uuids[7].encode())
        poll(self.reason, "the damage is noticed")
        self.assertIn("ironbus.db: it is damaged: ", self.reason())
        self.assertIn("\nironbus_store_damaged 1", self.api.get("/metrics").body.decode())
        self.assertIn("the store is damaged", self.one.log())
        self.assertTrue(self.findings(data=self.data))
        self.one.kill()
        self.one.start(ready=False)
        self.assertEqual(self.one.process.wait(30), 3)

        ended = run_store("repair", data=self.data)
        self.assertIn(ended.returncode, (0, 1), ended)  # With 1, data that only the page had is lost.
        self.assertIn("(repaired)", ended.stdout)
        self.assertTrue(os.path.exists(self.file + ".damaged"))
        self.findings(code=0, data=self.data)
        self.api = self.one.start().api
        kept = [x["name"] for x in self.api.get("/v1/nodes").json["nodes"]]
        self.assertGreaterEqual(len(kept), 9)
        for name in kept[:2] + kept[-1:]:
            self.api.move(name, "manage", "manageable")

    def test_an_empty_file_is_not_a_new_store(self):
        self.one.stop()
        os.truncate(self.file, 0)
        self.one.start(ready=False)
        self.assertEqual(self.one.process.wait(30), 3)
        self.assertIn("it is empty, but ironbus.db.lock beside it shows that a store existed here",
                      self.one.log())

    def test_a_deleted_file_accepts_no_writes(self):
        os.rename(self.file, self.file + ".away")
        poll(self.reason, "it is noticed", 10)
        self.assertIn("it was moved or deleted", self.reason())
        answer = self.api.call("PATCH", "/v1/nodes/n1",
                               [{"op": "add", "path": "/description", "value": "lost"}])
        self.assertEqual(answer.status, 503, answer)
        self.one.kill()
        os.rename(self.file + ".away", self.file)
        self.api = self.one.start().api
        self.assertEqual(len(self.api.get("/v1/nodes").json["nodes"]), 12)
        self.assertIsNone(self.api.node("n1")["description"])


if __name__ == "__main__":
    main()
