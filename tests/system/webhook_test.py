#!/usr/bin/python3
"""Webhooks: registration, and receivers that fail, hang, redirect or end the subscription."""

import ssl
import threading

from embedded_fixture import WithFolder
from harness import main, make_certificate, poll
from webhook_fixture import Webhooks
from webhook_receiver import SECRET, Receiver


class Registering(Webhooks):
    def test_a_webhook_is_a_record_and_never_shows_its_secret(self):
        receiver = self.receiver()
        made = self.register(receiver.url, filter={"type": "node_created"}, since="0")
        self.assertEqual(made["secret"], "******")
        self.assertTrue(made["enabled"])
        self.assertEqual((made["max_batch"], made["since"].partition(":")[2]), (1, "0"))
        changed = self.api.call("PATCH", "/v1/webhooks/hook", [
            {"op": "replace", "path": "/max_batch", "value": 10},
            {"op": "replace", "path": "/filter/type", "value": "node_deleted"}])
        self.assertEqual(changed.status, 200, changed)
        self.assertEqual(changed.json["filter"], {"type": "node_deleted"})
        reset = self.api.call("PATCH", "/v1/webhooks/hook", [
            {"op": "remove", "path": path} for path in ("/max_batch", "/enabled", "/since", "/filter")])
        self.assertEqual((reset.json["max_batch"], reset.json["enabled"], reset.json["filter"]), (1, True, {}))
        self.assertNotEqual(reset.json["since"], made["since"])
        again = "whsec_" + "b" * 40
        self.assertEqual(self.api.call("PATCH", "/v1/webhooks/hook", [
            {"op": "replace", "path": "/secret", "value": again}]).json["secret"], "******")
        shown = [self.api.get(path).body.decode() for path in (
            "/v1/webhooks", "/v1/webhooks?detail=true", "/v1/webhooks/hook",
            "/v1/webhooks?fields=secret", "/v1/webhooks/hook/state", "/v1/events")]
        shown.append(self.one.log())
        for text in shown:
            self.assertNotIn(SECRET[6:], text)
            self.assertNotIn(again, text)
        self.assertNotIn("orders", shown[1])
        self.assertEqual(self.api.call("DELETE", "/v1/webhooks/hook").status, 204)
        self.assertEqual(self.api.get("/v1/webhooks/hook").status, 404)
        self.assertEqual(self.api.get("/v1/webhooks/hook/state").status, 404)

    def test_errors_of_a_webhook_are_reported(self):
        good = {"name": "hook", "url": "http://127.0.0.1:9/", "secret": SECRET}
        for change, said in (
                ({"url": "ftp://127.0.0.1/"}, "http or https"),
                ({"url": "http://10.0.0.1/"}, "outside the networks"),
                ({"url": "http://u:p@127.0.0.1/"}, "credentials"),
                ({"url": "http://127.0.0.1/?a=b"}, "query"),
                ({"url": 7}, "'url'"),
                ({"secret": "short"}, "whsec_"), ({"secret": 7}, "'secret'"),
                ({"secret": "x" * 200}, "at most 128"), ({"secret": None}, "'secret'"),
                ({"name": "a b"}, "'name'"), ({"max_batch": 0}, "1 to 100"),
                ({"max_batch": 101}, "1 to 100"), ({"filter": {"colour": "red"}}, "colour"),
                ({"filter": {"state": "happy"}}, "happy"), ({"filter": {"node": "n1"}}, "UUID"),
                ({"since": "99999999"}, "since"), ({"since": "0badbad0:1"}, "since"),
                ({"since": "x"}, "since"), ({"orders": []}, "orders"), ({"more": 1}, "more")):
            with self.subTest(change):
                refused = self.api.call("POST", "/v1/webhooks", {**good, **change})
                self.assertEqual(refused.status, 400, refused)
                self.assertIn(said, refused.reason)
                self.assertNotIn("x" * 20, refused.reason)
        self.register(good["url"])
        self.assertEqual(self.api.call("POST", "/v1/webhooks", good).status, 409)
        self.assertEqual(self.api.call("PATCH", "/v1/webhooks/hook", [
            {"op": "replace", "path": "/url", "value": "http://[::1]/"}]).status, 400)
        self.assertEqual(self.api.get("/v1/webhooks/hook/dead_letters?x=1").status, 400)
        for method, path in (("POST", "x/send"), ("DELETE", "x")):
            self.assertEqual(self.api.call(
                method, f"/v1/webhooks/hook/dead_letters/{path}").status, 404)

    def test_the_number_of_webhooks_is_limited(self):
        for i in range(5):
            self.register(f"http://127.0.0.1:{i + 1}/", f"h{i}", enabled=False)
        refused = self.api.call("POST", "/v1/webhooks", {
            "name": "more", "url": "http://127.0.0.1:9/", "secret": SECRET})
        self.assertEqual(refused.status, 409)
        self.assertIn("max_webhooks", refused.reason)


class Delivering(Webhooks):
    def test_each_event_is_sent_once_in_order_and_signed(self):
        receiver = self.receiver()
        self.api.create("before")
        self.register(receiver.url)
        self.make_nodes(5)
        self.api.move("n0", "manage", "manageable")
        last = self.log_ids()[-1]
        poll(lambda: last in receiver.ids(), "all events")
        self.assertEqual(receiver.ids(), self.log_ids()[1:])
        self.assertEqual(receiver.wrong, [])
        state = poll(lambda: self.state()["lag"] == 0 and self.state(), "it is known")
        self.assertEqual(state["delivered"], len(receiver.taken))
        self.assertIsNone(state["last_error"])
        headers = receiver.requests[0][2]
        self.assertEqual(headers["Content-Type"], "application/cloudevents+json; charset=utf-8")
        self.assertEqual(headers["X-Ironbus-Attempt"], "1")

    def test_batches_and_filters(self):
        self.make_nodes(30)
        uuid = self.api.node("n3")["uuid"]
        batches, one = self.receiver(), self.receiver()
        self.register(batches.url, "batches", since="0", max_batch=10,
                      filter={"type": "ironbus.node_created".removeprefix("ironbus.")})
        self.register(one.url, "one", since="0", filter={"node": uuid})
        poll(lambda: len(batches.ids()) >= 30 and one.ids(), "all events")
        self.assertEqual(batches.ids(), self.log_ids(type="node_created"))
        self.assertLessEqual(len(batches.requests), 5)
        self.assertEqual(one.ids(), self.log_ids(node=uuid))
        self.assertEqual(batches.wrong + one.wrong, [])

    def test_the_metrics_match_the_deliveries(self):
        receiver = self.receiver()
        self.register(receiver.url, since="0")
        self.make_nodes(1)
        poll(receiver.ids, "an event")
        poll(lambda: 'ironbus_webhook_lag{webhook="hook"} 0' in
             self.api.get("/metrics").body.decode(), "no lag")
        text = self.api.get("/metrics").body.decode()
        self.assertIn('ironbus_webhook_deliveries_total{result="delivered"}', text)
        self.assertIn('ironbus_webhook_dead_letters{webhook="hook"} 0', text)


class BadReceivers(Webhooks):
    def test_a_refused_event_becomes_a_dead_letter_and_can_be_sent_again(self):
        bad = {}
        receiver = self.receiver(lambda events, _: 500 if events[0]["id"] in bad else 204)
        self.register(receiver.url, since="0", filter={"type": "node_created"}, enabled=False)
        self.make_nodes(4)
        created = self.log_ids(type="node_created")
        bad.update({created[1]: 1, created[2]: 1})
        self.api.call("PATCH", "/v1/webhooks/hook",
                      [{"op": "replace", "path": "/enabled", "value": True}])
        poll(lambda: created[3] in receiver.ids(), "the last one")
        self.assertEqual(receiver.ids(), [created[0], created[3]])
        sent = [ids[0] for _, ids, _ in receiver.requests]
        self.assertEqual((sent.count(created[1]), sent.count(created[2])), (3, 3))
        letters = poll(lambda: len(self.letters()) == 2 and self.letters(), "dead letters")
        self.assertEqual([x["event_id"] for x in letters], created[1:3])
        self.assertEqual(letters[0]["last_error"], "The receiver answered with HTTP 500.")
        self.assertEqual(letters[0]["event"]["id"], created[1])
        self.assertEqual(self.state()["dead_letters"], 2)
        page = self.api.get("/v1/webhooks/hook/dead_letters?limit=1").json
        rest = self.api.get(page["next"].removeprefix(self.api.url)).json
        self.assertEqual([x["id"] for x in page["dead_letters"] + rest["dead_letters"]],
                         [x["id"] for x in letters])
        path = "/v1/webhooks/hook/dead_letters"
        self.assertEqual(self.api.call("DELETE", f"{path}/{letters[1]['id']}").status, 202)
        poll(lambda: len(self.letters()) == 1, "it is dropped")
        bad.clear()
        self.assertEqual(self.api.call("POST", f"{path}/send").status, 202)
        poll(lambda: not self.letters(), "it is sent again")
        self.assertEqual(receiver.ids()[-1], created[1])
        self.assertEqual(receiver.wrong, [])

    def test_a_redirect_is_not_followed(self):
        other = self.receiver()
        receiver = self.receiver(lambda *_: (302, {"Location": other.url}))
        self.register(receiver.url, since="0")
        self.make_nodes(1)
        poll(self.letters, "a dead letter")
        self.assertIn("redirect", self.letters()[0]["last_error"])
        self.assertEqual(other.requests, [])

    def test_the_status_410_disables_a_webhook(self):
        receiver = self.receiver(lambda *_: 410)
        self.register(receiver.url, since="0", filter={"type": "node_created"})
        self.make_nodes(1)
        poll(lambda: not self.api.get("/v1/webhooks/hook").json["enabled"], "it is disabled")
        self.assertIn("410", self.state()["last_error"])
        asked = len(receiver.requests)
        self.make_nodes(1, "m")
        threading.Event().wait(3)
        self.assertLessEqual(len(receiver.requests), asked + 1)
        receiver.behave = lambda *_: 200
        self.api.call("PATCH", "/v1/webhooks/hook",
                      [{"op": "replace", "path": "/enabled", "value": True}])
        poll(lambda: len(receiver.ids()) == 2, "both events")

    def test_retry_after_is_respected(self):
        receiver = self.receiver(lambda *_: (429, {"Retry-After": "2"}))
        self.register(receiver.url, since="0")
        self.make_nodes(1)
        poll(lambda: receiver.requests, "the first request")
        receiver.behave = lambda *_: 200
        poll(lambda: len(receiver.requests) > 1, "the second")
        self.assertGreaterEqual(receiver.requests[1][0] - receiver.requests[0][0], 1.9)

    def test_a_receiver_that_hangs_delays_no_other_webhook(self):
        ending = threading.Event()
        self.addCleanup(ending.set)
        silent = [self.receiver(lambda *_: ending.wait(60) and None) for _ in range(3)]
        good = self.receiver()
        for i, receiver in enumerate(silent):
            self.register(receiver.url, f"silent{i}", since="0")
        self.register(good.url, "good", since="0")
        self.make_nodes(20)
        last = self.log_ids()[-1]
        poll(lambda: last in good.ids(), "all events", 10)
        self.assertIn("(response)", poll(lambda: self.state("silent0")["last_error"], "it is said"))
        self.assertEqual(self.api.get("/readyz").status, 200)
        self.assertEqual(self.one.stop(), 0)


class Addresses(WithFolder):
    def webhook(self, settings, url):
        one = self.daemon(settings=settings).start()
        made = one.api.call("POST", "/v1/webhooks",
                            {"name": "hook", "url": url, "secret": SECRET, "since": "0"})
        return one, made

    def test_by_default_nothing_is_sent_to_the_services_own_host(self):
        one, made = self.webhook("", "https://127.0.0.1/")
        self.assertEqual(made.status, 400)
        self.assertIn("loopback", made.reason)
        self.assertEqual(self.api_of(one, "http://hook.example.org/"), 400)
        self.assertEqual(self.api_of(one, "https://hook.example.org:22/"), 400)

    def api_of(self, one, url):
        return one.api.call("POST", "/v1/webhooks",
                            {"name": "hook", "url": url, "secret": SECRET}).status

    def test_the_address_of_a_name_is_checked_on_connection(self):
        receiver = Receiver()
        self.addCleanup(receiver.stop)
        one, made = self.webhook("webhooks:\n  allow_http: true\n  ports: []\n",
                                 f"http://localhost:{receiver.port}/")
        self.assertEqual(made.status, 201, made)
        one.api.create("a")
        error = poll(lambda: one.api.get("/v1/webhooks/hook/state").json["last_error"], "an error")
        self.assertIn("loopback", error)
        self.assertEqual(receiver.requests, [])

    def test_a_certificate_must_be_trusted(self):
        cert, key = make_certificate(self.folder, "hook", "localhost")
        receiver = Receiver()
        self.addCleanup(receiver.stop)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(cert, key)
        receiver.server.socket = context.wrap_socket(receiver.server.socket, server_side=True)
        url = f"https://127.0.0.1:{receiver.port}/"
        open_to_all = "webhooks:\n  ports: []\n  networks: [127.0.0.0/8]\n"
        one, made = self.webhook(open_to_all, url)
        self.assertEqual(made.status, 201, made)
        one.api.create("a")
        error = poll(lambda: one.api.get("/v1/webhooks/hook/state").json["last_error"], "an error")
        self.assertIn("certificate", error)
        self.assertEqual(receiver.requests, [])
        one.stop()
        two = self.daemon(settings=open_to_all + f"  verify_ca: {cert}\n").start()
        poll(receiver.ids, "an event", 40)
        self.assertEqual(two.api.get("/v1/webhooks/hook").json["url"], url)


if __name__ == "__main__":
    main()
