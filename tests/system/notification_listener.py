"""A consumer of Ironic's notifications: oslo.messaging's listener."""

import threading

import oslo_messaging
from oslo_config import cfg

EXCHANGE = "ironic"
TOPIC = "ironic_versioned_notifications"


class Heard:
    """One notification, as the listener's endpoint receives it."""

    def __init__(self, level, context, publisher, event_type, payload, metadata):
        self.level = level
        self.context = context
        self.publisher = publisher
        self.event_type = event_type
        self.payload = payload
        self.metadata = metadata

    @property
    def data(self):
        return self.payload["ironic_object.data"]

    @property
    def version(self):
        return self.payload["ironic_object.name"], self.payload["ironic_object.version"]

    @property
    def short(self):
        """Returns the event type without "baremetal.", and the node's transition."""
        text = self.event_type.removeprefix("baremetal.")
        moved = self.payload.get("ironic_object.data", {}).get("event")
        return f"{text} {moved}" if moved else text


class Endpoint:
    def __init__(self):
        self.lock = threading.Lock()
        self.heard = []

    def _take(self, level, *what):
        with self.lock:
            self.heard.append(Heard(level, *what))

    def info(self, *what):
        self._take("info", *what)

    def error(self, *what):
        self._take("error", *what)


def transport(url):
    """Connects with the configuration of a consumer of Ironic's notifications only."""
    conf = cfg.ConfigOpts()
    conf([], project="listener", default_config_files=[])
    oslo_messaging.set_transport_defaults(control_exchange=EXCHANGE)
    address = url.replace("amqp:", "rabbit:", 1) + "?rabbit_login_method=PLAIN"  # The broker offers PLAIN.
    return oslo_messaging.get_notification_transport(conf, address)


class Listener:
    """Listens from start() until stop()."""

    def __init__(self, url, topic=TOPIC):
        self.endpoint = Endpoint()
        self.transport = transport(url)
        self.server = oslo_messaging.get_notification_listener(
            self.transport, [oslo_messaging.Target(topic=topic)], [self.endpoint],
            executor="threading")

    def start(self):
        self.server.start()
        return self

    def stop(self):
        self.server.stop()
        self.server.wait()
        self.transport.cleanup()

    def heard(self, of):
        """Returns all notifications of the object with that UUID."""
        with self.endpoint.lock:
            everything = list(self.endpoint.heard)
        return [x for x in everything if of in (
            x.payload.get("node_uuid"), x.payload.get("ironic_object.data", {}).get("uuid"))]
