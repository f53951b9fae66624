#!/usr/bin/python3
"""`ironbusd store`: backup and restore of a store in use, the move to a cluster, and clear errors."""

import filecmp
import os
import threading

from harness import main, poll
from store_fixture import WithStores, aggregates_in, lines_of, run_store


class BackUp(WithStores):
    def make_fleet(self, api, count=5):
        """Creates nodes with parts, history and an instance, for data of every kind."""
        for number in range(count):
            name = f"n{number}"
            node = api.create(name, resource_class="small", extra={"kept": name})
            api.call("POST", "/v1/ports",
                     {"node_uuid": node["uuid"], "address": "52:54:00:00:01:%02x" % number})
        api.move("n0", "manage", "manageable", "provide", "available", "active", "active")
        made = api.call("POST", "/v1/allocations", {"resource_class": "small", "name": "waits"})
        self.assertEqual(made.status, 201, made)
        poll(lambda: api.get("/v1/allocations/waits").json["state"] != "allocating", "it has ended")

    def shown(self, api):
        """Returns the data that clients see, without the time of the request."""
        out = {}
        for path in ("/v1/nodes/detail", "/v1/ports/detail", "/v1/allocations"):
            for rows in api.get(path).json.values():
                for row in rows if isinstance(rows, list) else ():
                    out[row["uuid"]] = {key: value for key, value in row.items()
                                        if key != "updated_at" and "href" not in str(value)}
        out["history"] = [x["event"] for x in api.history("n0")]
        return out

    def test_a_backup_of_a_running_daemon_restores_the_same_fleet(self):
        one = self.daemon()
        api = one.start().api
        self.make_fleet(api)
        self.done("backup", self.path("b"), data=self.path("one", "data"))
        before = self.shown(api)
        one.stop()
        self.done("restore", self.path("b"), data=self.path("two", "data"))
        two = self.daemon(part="two").start()
        self.assertEqual(self.shown(two.api), before)
        two.api.move("n1", "manage", "manageable")
        self.done("check", data=self.path("two", "data"))

    def test_a_backup_under_load_contains_whole_nodes(self):
        one = self.daemon()
        api = one.start().api
        for number in range(8):
            api.create(f"n{number}")
        stop = threading.Event()

        def change(number):
            count = 0
            while not stop.is_set():
                count += 1
                answer = api.call("PATCH", f"/v1/nodes/n{number}", [
                    {"op": "add", "path": "/description", "value": f"change {count}"},
                    {"op": "add", "path": "/owner", "value": f"owner {count}"}])
                assert answer.status == 200, answer

        workers = [threading.Thread(target=change, args=(number,)) for number in range(8)]
        for worker in workers:
            worker.start()
        try:
            for turn in range(5):
                self.done("backup", self.path(f"b{turn}"), data=self.path("one", "data"))
        finally:
            stop.set()
            for worker in workers:
                worker.join()
        seen = set()
        for turn in range(5):
            for one_node in aggregates_in(self.path(f"b{turn}")).values():
                if one_node["aggregate"] != "node":
                    continue
                columns = dict(one_node["rows"][0]["columns"])
                self.assertIn('"%s"' % columns["owner"], one_node["snapshot"])
                self.assertEqual(columns["owner"].split()[1], columns["description"].split()[1])
                seen.add((one_node["id"], one_node["version"]))
        self.assertGreater(len(seen), 8, "nothing changed between the back-ups")
        self.done("restore", self.path("b4"), data=self.path("two", "data"))
        self.done("check", data=self.path("two", "data"))

    def test_from_the_embedded_default_to_redis_and_back(self):
        one = self.daemon()
        api = one.start().api
        self.make_fleet(api)
        before = self.shown(api)
        one.stop()
        redis = self.start_redis()
        self.done("export", self.path("a"), data=self.path("one", "data"))
        self.done("import", self.path("a"), store=redis.url)
        self.done("export", self.path("b"), store=redis.url)
        self.done("import", self.path("b"), data=self.path("three"))
        self.done("export", self.path("c"), data=self.path("three"))
        self.assertTrue(filecmp.cmp(self.path("a"), self.path("b"), shallow=False))
        self.assertTrue(filecmp.cmp(self.path("b"), self.path("c"), shallow=False))
        self.assertIn("ironbus_store", lines_of(self.path("c"))[0])
        two = self.daemon_on(redis, "two").start()
        self.assertEqual(self.shown(two.api), before)
        two.api.move("n2", "manage", "manageable", "provide", "available")
        self.done("check", store=redis.url)


class MovedRedis(WithStores):
    def owner_of_boot_files(self):
        with open(self.path("one", "data", "httpboot", ".ironbus-owner"), encoding="utf-8") as file:
            return file.readline().strip()

    def test_keeps_the_folders_of_its_installation(self):
        old = self.start_redis("old")
        daemon = self.daemon_on(old).start()
        daemon.api.create("n1")
        owner = self.owner_of_boot_files()
        daemon.stop()
        self.done("backup", self.path("b"), store=old.url)
        old.stop()
        new = self.start_redis("new")
        self.done("restore", self.path("b"), store=new.url)
        self.done("check", store=new.url)
        moved = self.daemon_on(new).start()
        self.assertEqual(moved.api.get("/v1/nodes/n1").status, 200)
        moved.stop()
        self.assertEqual(self.owner_of_boot_files(), owner)
        os.remove(self.path("one", "data", "installation-id"))
        self.daemon_on(new).start().stop()

    def test_another_redis_is_another_installation(self):
        self.daemon_on(self.start_redis("old")).start().stop()
        refused = self.daemon_on(self.start_redis("new")).start(ready=False)
        self.assertEqual(refused.process.wait(60), 3)
        self.assertIn("belongs to another ironbus installation", refused.log())


class Refusals(WithStores):
    def setUp(self):
        super().setUp()
        one = self.daemon()
        api = one.start().api
        for number in range(5):
            api.create(f"n{number}")
        one.stop()
        self.data = self.path("one", "data")
        self.done("backup", self.path("b"), data=self.data)

    def test_a_store_with_data_is_not_changed(self):
        said = self.done("restore", self.path("b"), data=self.data, code=2)
        self.assertRegex(said, r"ironbus\.db: it is not empty: it holds 6 records\. Use another")
        redis = self.start_redis()
        self.done("restore", self.path("b"), store=redis.url)
        said = self.done("restore", self.path("b"), store=redis.url, code=2)
        self.assertRegex(said, r"redis://127\.0\.0\.1:\d+/0: it is not empty")

    def test_a_store_in_use_is_neither_filled_nor_repaired(self):
        two = self.daemon(part="two").start()
        for command in (["restore", self.path("b")], ["repair"]):
            said = self.done(*command, data=self.path("two", "data"), code=2)
            self.assertIn("in use by another process", said)
        two.stop()
        redis = self.start_redis()
        three = self.daemon_on(redis, "three").start()
        said = self.done("restore", self.path("b"), store=redis.url, code=2)
        self.assertRegex(said, r"it is in use by \S+; stop all processes first")
        three.stop()

    def test_a_backup_does_not_overwrite_another(self):
        with open(self.path("b"), "rb") as file:
            before = file.read()
        said = self.done("backup", self.path("b"), data=self.data, code=2)
        self.assertIn("already exists; choose another name", said)
        with open(self.path("b"), "rb") as file:
            self.assertEqual(file.read(), before)
        self.assertEqual(os.stat(self.path("b")).st_mode & 0o77, 0)

    def test_a_damaged_backup_restores_nothing(self):
        with open(self.path("b"), encoding="utf-8") as file:
            lines = file.readlines()
        with open(self.path("cut"), "w", encoding="utf-8") as file:
            file.writelines(lines[:-1])
        said = self.done("restore", self.path("cut"), data=self.path("two"), code=2)
        self.assertIn("the last line is missing: the file is truncated", said)
        self.assertFalse(os.path.exists(self.path("two", "ironbus.db")))

    def test_a_different_number_of_shards_is_reported(self):
        os.environ["IRONBUS_SHARDS"] = "7"
        self.addCleanup(os.environ.pop, "IRONBUS_SHARDS")
        said = self.done("restore", self.path("b"), data=self.path("two"), code=2)
        self.assertIn("set `shards` to its former value", said)

    def test_a_missing_store_is_reported(self):
        said = self.done("check", data=self.path("nothing"), code=2)
        self.assertIn("ironbus.db: file not found", said)
        said = self.done("check", store="redis://127.0.0.1:1/0", code=2)
        self.assertIn("Redis at 127.0.0.1:1: Connection refused", said)
        self.assertEqual(run_store("backup").returncode, 2)
        self.assertEqual(run_store().returncode, 2)


if __name__ == "__main__":
    main()
