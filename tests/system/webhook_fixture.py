"""Shared code of the webhook tests."""

from embedded_fixture import WithFolder
from event_client import all_events
from webhook_receiver import SECRET, Receiver

OPEN = "  allow_http: true\n  ports: []\n  networks: [127.0.0.0/8]\n"
SETTINGS = "webhooks:\n" + OPEN + """\
  attempts: 3
  retry_first: 50ms
  retry_longest: 200ms
  request_timeout: 1s
  max_webhooks: 5
"""


class Webhooks(WithFolder):
    SETTINGS = SETTINGS

    def setUp(self):
        super().setUp()
        self.one = self.daemon(settings=self.SETTINGS).start()
        self.api = self.one.api

    def receiver(self, behave=None):
        made = Receiver(behave)
        self.addCleanup(made.stop)
        return made

    def register(self, url, name="hook", **fields):
        made = self.api.call("POST", "/v1/webhooks",
                             {"name": name, "url": url, "secret": SECRET, **fields})
        self.assertEqual(made.status, 201, made)
        return made.json

    def state(self, name="hook"):
        answer = self.api.get(f"/v1/webhooks/{name}/state")
        self.assertEqual(answer.status, 200, answer)
        return answer.json

    def letters(self, name="hook"):
        return self.api.get(f"/v1/webhooks/{name}/dead_letters").json["dead_letters"]

    def make_nodes(self, count, prefix="n"):
        for i in range(count):
            self.api.create(f"{prefix}{i}")

    def log_ids(self, **filters):
        return [event["id"] for event in all_events(self.api, **filters)]
