#!/usr/bin/python3
"""Ironic's notifications, as Debian's oslo.messaging receives them from RabbitMQ."""

import json
import os
import unittest

import harness
import kombu
import oslo_messaging
from cluster import Cluster
from notification_listener import EXCHANGE, TOPIC, Listener, transport
from simulated_fleet import Fleet

SETTINGS = """notifications: {level: info, sensors: true}
drivers: {enabled_hardware_types: [fake-hardware, redfish]}
conductor: {sync_power_state_interval: 2, sensors_interval: 2}
"""

NODE = {
    "bios_interface", "boot_interface", "boot_mode", "clean_step", "conductor_group",
    "console_enabled", "console_interface", "created_at", "deploy_interface", "deploy_step",
    "description", "disable_power_off", "driver", "extra", "fault", "inspect_interface",
    "inspection_finished_at", "inspection_started_at", "instance_uuid", "last_error", "lessee",
    "maintenance", "maintenance_reason", "management_interface", "name", "network_interface",
    "owner", "power_interface", "power_state", "properties", "protected", "protected_reason",
    "provision_state", "provision_updated_at", "raid_interface", "rescue_interface",
    "resource_class", "retired", "retired_reason", "secure_boot", "storage_interface",
    "target_power_state", "target_provision_state", "traits", "updated_at", "uuid",
    "vendor_interface"}

PAYLOADS = {
    ("NodePayload", "1.17"): NODE,
    ("NodeCRUDPayload", "1.15"): NODE | {"chassis_uuid", "driver_info", "instance_info"},
    ("NodeSetPowerStatePayload", "1.17"): NODE | {"to_power"},
    ("NodeSetProvisionStatePayload", "1.18"): NODE | {
        "event", "previous_provision_state", "previous_target_provision_state", "instance_info",
        "driver_internal_info"},
    ("PortCRUDPayload", "1.8"): {
        "address", "available_for_dynamic_portgroup", "category", "created_at", "description",
        "extra", "is_smartnic", "local_link_connection", "name", "node_uuid", "physical_network",
        "portgroup_uuid", "pxe_enabled", "updated_at", "uuid", "vendor"},
    ("ChassisCRUDPayload", "1.0"): {"created_at", "description", "extra", "updated_at", "uuid"},
}

POWER = ["node.power_set.start", "node.power_set.end"]

# The transitions of a node up to a failed deployment, and their notifications in order. The steps of
# fake-hardware change the power as those of real machines do.
LIFE = [
    "node.create.start", "node.create.end",
    "node.provision_set.start manage", "node.provision_set.end done",
    "node.provision_set.start inspect", "node.provision_set.end done",
    "node.provision_set.start provide", *POWER, *POWER, "node.provision_set.end done",
    *POWER,
    "node.maintenance_set.start", "node.maintenance_set.end",
    "node.maintenance_set.start", "node.maintenance_set.end",
    "node.provision_set.start deploy", *POWER, "node.provision_set.end done",
    "node.provision_set.start delete", *POWER, "node.provision_set.success clean", *POWER, *POWER,
    "node.provision_set.end done",
    "node.update.start", "node.update.end",
    "node.provision_set.start deploy", "node.provision_set.error fail",
]

# The notifications after that. They do not always show that the power is off before the deletion.
END = [
    "node.provision_set.start delete", "node.provision_set.success clean",
    "node.provision_set.end done",
    "node.delete.start", "node.delete.end",
]

CRUD = ["create.start", "create.end", "update.start", "update.end", "delete.start", "delete.end"]


def short(all_heard):
    return [x.short for x in all_heard]


class RawQueue:
    """Receives raw messages of a routing key."""

    def __init__(self, url, key, durable=False):
        self.connection = kombu.Connection(url)
        exchange = kombu.Exchange(EXCHANGE, "topic", durable=durable, auto_delete=False)
        self.queue = kombu.Queue("", exchange, routing_key=key, exclusive=True,
                                 durable=False)(self.connection.channel())
        self.queue.declare()

    def take(self):
        return harness.poll(lambda: self.queue.get(no_ack=True), "a message is in the queue", 30)

    def close(self):
        self.connection.release()


class NotificationTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster(SETTINGS).start()
        cls.addClassCleanup(cls.cluster.stop)
        cls.url = harness.read(os.path.join(cls.cluster.folder, "env")).partition(
            "IRONBUS_AMQP_URL='")[2].partition("'")[0]
        cls.api = cls.cluster.api

    def listen(self, topic=TOPIC):
        listener = Listener(self.url, topic).start()
        self.addCleanup(listener.stop)
        return listener

    def ask(self, method, path, body=None, status=202):
        answer = self.api.call(method, path, body)
        self.assertEqual(answer.status, status, answer)
        return answer

    def patch(self, path, field, value):
        self.ask("PATCH", path, [{"op": "replace", "path": field, "value": value}], 200)

    def live(self):
        """Returns the UUID of a node after these transitions."""
        uuid = self.api.create("a-life", driver_info={"ipmi_password": "hush"})["uuid"]
        self.api.move("a-life", "manage", "manageable", "inspect", "manageable",
                      "provide", "available")
        self.ask("PUT", "/v1/nodes/a-life/states/power", {"target": "power on"})
        harness.poll(lambda: not self.api.node("a-life")["target_power_state"], "the power is on")
        self.ask("PUT", "/v1/nodes/a-life/maintenance", {"reason": "a look"})
        self.ask("DELETE", "/v1/nodes/a-life/maintenance")
        self.api.move("a-life", "active", "active", "deleted", "available")
        broken = {"ipmi_password": "hush", "fake_failures": {"deploy.deploy": "No disk."}}
        self.patch("/v1/nodes/a-life", "/driver_info", broken)
        self.api.ask_for_state("a-life", "active")
        harness.poll(lambda: self.api.node("a-life")["provision_state"] == "deploy failed",
                     "the deployment has failed")
        self.api.move("a-life", "deleted", "available")
        self.ask("DELETE", "/v1/nodes/a-life", status=204)
        return uuid

    def test_notifications_of_a_life_have_the_right_order_and_form(self):
        listener = self.listen()
        uuid = self.live()
        heard = harness.poll(
            lambda: "node.delete.end" in short(listener.heard(uuid)) and listener.heard(uuid),
            "all notifications of the node")
        self.assertEqual(short(heard)[:len(LIFE)], LIFE)
        self.assertEqual([x for x in short(heard)[len(LIFE):] if x not in POWER], END)
        changes = [x for x in short(heard) if x in POWER]
        self.assertEqual(changes, POWER * (len(changes) // 2))
        for x in heard:
            self.assertEqual(set(x.data), PAYLOADS[x.version], x.event_type)
            self.assertEqual(x.payload["ironic_object.namespace"], "ironic")
            self.assertEqual(x.level, "error" if ".error" in x.event_type else "info")
            self.assertNotIn("hush", json.dumps(x.payload))
            self.assertRegex(x.data["created_at"] or "2026-01-01T00:00:00Z",
                             r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
            self.assertRegex(x.metadata["timestamp"], r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$")
        self.assertIn("No disk.", next(x for x in heard if x.level == "error").data["last_error"])
        self.assertEqual(heard[0].publisher.partition(".")[0], "ironic-api")
        self.assertEqual(heard[2].publisher.partition(".")[0], "ironic-conductor")
        self.assertEqual(len({x.metadata["message_id"] for x in heard}), len(heard))

    def test_notifications_of_parts_of_nodes_and_of_other_records(self):
        listener = self.listen()
        node = self.api.create("with-port")["uuid"]
        port = self.ask("POST", "/v1/ports", {"node_uuid": node, "address": "52:54:00:aa:bb:01"},
                        201).json["uuid"]
        chassis = self.ask("POST", "/v1/chassis", {"description": "a rack"}, 201).json["uuid"]
        for path, field, value in ((f"/v1/ports/{port}", "/pxe_enabled", False),
                                   (f"/v1/chassis/{chassis}", "/description", "a row")):
            self.patch(path, field, value)
            self.ask("DELETE", path, status=204)
        for uuid, kind in ((port, "port"), (chassis, "chassis")):
            heard = harness.poll(
                lambda of=uuid: len(listener.heard(of)) >= len(CRUD) and listener.heard(of),
                f"all of the {kind} is heard")
            self.assertEqual(short(heard), [f"{kind}.{x}" for x in CRUD])
            for x in heard:
                self.assertEqual(set(x.data), PAYLOADS[x.version], x.event_type)

    def test_sensor_readings_have_their_own_topic(self):
        fleet = Fleet(1, "--profile", "dell")
        self.addCleanup(fleet.stop)
        machine = fleet.machines()[0]
        listener = self.listen("notifications")
        uuid = self.api.create("warm", driver="redfish", driver_info={
            "redfish_address": machine["redfish_address"], "redfish_username": machine["user"],
            "redfish_password": machine["password"], "redfish_verify_ca": False})["uuid"]
        self.api.move("warm", "manage", "manageable")
        heard = harness.poll(lambda: listener.heard(uuid), "what its sensors say", 60)[0]
        self.assertEqual(heard.event_type, "hardware.redfish.metrics")
        self.assertEqual(heard.payload["event_type"], "hardware.redfish.metrics.update")
        self.assertEqual(set(heard.payload), {
            "message_id", "timestamp", "instance_uuid", "node_uuid", "node_name", "event_type",
            "payload"})
        self.assertIn("Temperature", heard.payload["payload"])
        self.ask("DELETE", "/v1/nodes/warm", status=204)

    def test_messages_have_the_form_of_oslo_messaging(self):
        raw = RawQueue(self.url, TOPIC + ".info")
        self.addCleanup(raw.close)
        self.api.create("on-the-wire")
        ours = raw.take()
        theirs_by = transport(self.url)
        self.addCleanup(theirs_by.cleanup)
        notifier = oslo_messaging.Notifier(theirs_by, "ironic-api.host", driver="messagingv2",
                                           topics=[TOPIC])
        body = json.loads(ours.body)
        inner = json.loads(body["oslo.message"])
        notifier.info({"request_id": None, "user_id": None}, inner["event_type"], inner["payload"])
        theirs = raw.take()
        while json.loads(json.loads(theirs.body)["oslo.message"])["publisher_id"] != "ironic-api.host":
            theirs = raw.take()
        self.assertEqual(set(json.loads(theirs.body)), set(body))
        their_inner = json.loads(json.loads(theirs.body)["oslo.message"])
        self.assertEqual(set(inner), set(their_inner))
        self.assertEqual(inner["payload"], their_inner["payload"])
        self.assertEqual(len(inner["_unique_id"]), len(their_inner["_unique_id"]))
        self.assertEqual((ours.content_type, ours.content_encoding,
                          ours.properties["delivery_mode"]),
                         (theirs.content_type, theirs.content_encoding,
                          theirs.properties["delivery_mode"]))

    def declare_anew(self, durable):
        with kombu.Connection(self.url) as link:
            channel = link.channel()
            channel.exchange_delete(EXCHANGE)
            channel.exchange_declare(EXCHANGE, "topic", durable=durable, auto_delete=False)

    def test_an_exchange_declared_by_others_is_used_unchanged(self):
        log = os.path.join(self.cluster.folder, "log", "conductor-1.log")
        self.cluster.command("kill", "conductor-1")
        self.declare_anew(durable=True)
        self.addCleanup(self.declare_anew, durable=False)
        raw = RawQueue(self.url, TOPIC + ".info", durable=True)
        self.addCleanup(raw.close)
        self.cluster.command("start-one", "conductor-1")
        harness.poll(lambda: "was declared with other properties" in harness.read(log),
                     "the conductor says so", 60)
        harness.poll(lambda: self.made("of-another-form"), "a node is made", 60)
        self.assertIn("baremetal.node.create.start", str(raw.take().body))

    def test_no_listener_is_needed_and_a_listener_that_returns_continues(self):
        self.api.create("unheard")
        self.cluster.command("restart-broker")
        harness.poll(lambda: self.api.get("/readyz").status == 200, "the service is ready", 60)
        listener = self.listen()
        uuid = harness.poll(lambda: self.made("heard"), "a node is made", 60)
        harness.poll(lambda: short(listener.heard(uuid)) == LIFE[:2], "notification of the new node")

    def made(self, name):
        """Returns the UUID of a new node, or false while the service cannot create one."""
        made = self.api.call("POST", "/v1/nodes", {"driver": "fake-hardware", "name": name})
        return made.status == 201 and made.json["uuid"]


if __name__ == "__main__":
    harness.main()
