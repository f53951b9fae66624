"""Clients that follow the events of a cluster and sometimes lose their connection."""

import contextlib
import json
import threading
import time
import urllib.error
import urllib.request

import pika

from event_client import EventSource
from webhook_receiver import SECRET, Receiver


class StreamFollower:
    """Follows a gateway's stream and continues after the id of its last event. `kind`: kind of stream."""

    def __init__(self, name, url, kind=EventSource):
        self.name = name
        self.source = kind(url, since="0")
        self.cuts = 0

    def start(self):
        self.source.start()

    def cut(self):
        self.cuts += 1
        self.source.cut()

    def stop(self):
        self.source.stop()

    def ids(self):
        return [event["id"] for event in self.source.events]

    @property
    def trouble(self):
        return f"refused with {self.source.refused}" if self.source.refused else None


class QueueFollower:
    """Consumes its own queue at the broker, which keeps unacknowledged messages."""

    def __init__(self, name, port):
        self.name = name
        self.parameters = pika.ConnectionParameters("127.0.0.1", port, heartbeat=10)
        self.queue = f"test.{name}"
        self.seen = []
        self.cuts = 0
        self.trouble = None
        self.ending = threading.Event()
        self.cutting = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)

    def start(self):
        with contextlib.closing(pika.BlockingConnection(self.parameters)) as link:
            channel = link.channel()
            channel.queue_declare(self.queue, durable=True)
            channel.queue_bind(self.queue, "ironbus.events", "#")
        self.thread.start()

    def cut(self):
        self.cuts += 1
        self.cutting.set()

    def stop(self):
        self.ending.set()
        self.thread.join(20)

    def ids(self):
        return list(self.seen)

    def _run(self):
        while not self.ending.is_set():
            self.cutting.clear()
            with contextlib.suppress(pika.exceptions.AMQPError, OSError):
                self._consume()
            self.ending.wait(0.1)

    def _consume(self):
        """Acknowledges every tenth message with the ones before. After a failure the rest is redelivered."""
        link = pika.BlockingConnection(self.parameters)
        channel = link.channel()
        channel.basic_qos(prefetch_count=100)
        count = 0
        try:
            for method, _, body in channel.consume(self.queue, inactivity_timeout=0.2):
                if self.ending.is_set() or self.cutting.is_set():
                    break
                if method is None:
                    continue
                self.seen.append(json.loads(body)["id"])
                count += 1
                if count % 10 == 0:
                    channel.basic_ack(method.delivery_tag, multiple=True)
        finally:
            with contextlib.suppress(pika.exceptions.AMQPError, OSError):
                transport = link._impl._transport  # None once the broker has closed the connection
                transport.abort() if self.cutting.is_set() and transport else link.close()


class WebhookFollower:
    """Receives a webhook. `cut` ends it during a request: before or after it has stored the events, and without a
    response."""

    def __init__(self, name, url):
        self.name = name
        self.url = url
        self.cuts = 0
        self.waits_for_cut = 0
        self.receiver = Receiver(self._behave)

    def start(self):
        body = {"name": self.name.replace(" ", "-"), "url": self.receiver.url, "secret": SECRET,
                "since": "0", "max_batch": 20}
        asked = urllib.request.Request(f"{self.url}/v1/webhooks", json.dumps(body).encode(),
                                       {"Content-Type": "application/json"})
        for _ in range(60):
            try:
                with urllib.request.urlopen(asked, timeout=60):
                    return
            except urllib.error.HTTPError as refusal:
                if refusal.code == 409:  # created by a request that was answered with 503
                    return
                if refusal.code != 503:  # no conductor is ready yet
                    raise
            time.sleep(0.5)
        raise AssertionError(f"{self.name} cannot be registered")

    def _behave(self, *_):
        if self.waits_for_cut == 0:
            return 200
        self.waits_for_cut -= 1
        return None if self.waits_for_cut % 2 else Receiver.TAKEN

    def cut(self):
        self.cuts += 1
        self.waits_for_cut += 1

    def stop(self):
        self.receiver.stop()

    def ids(self):
        return self.receiver.ids()

    @property
    def trouble(self):
        return "; ".join(self.receiver.wrong[:3]) or None


def read_log(url):
    """Returns the whole log, page by page."""
    found, path = [], f"{url}/v1/events"
    while path:
        with urllib.request.urlopen(path, timeout=60) as answer:
            page = json.load(answer)
        found += page["events"]
        path = page.get("next")
    return found
