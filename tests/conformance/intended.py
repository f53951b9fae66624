"""Intended differences from the recorded service.

A row has the names of requests, paths in the response, the reason, and usually the value that ironbus returns.
U2 and similar names are rules in the project's list of divergences. golden_test.py fails on a row that is not needed.
"""

from allowance import allow, table
from compare import ABSENT

NO_LOCK = "ironbus does not lock nodes, so no request conflicts with a lock"
VERSIONS = "U18: every response has the version headers"
ALLOWED = "the methods of this path, not of all similar paths"
OURS = "ironbus has its own name"
HOSTS = "the host name, and that the conductor is alive"
DRIVERS = "ironbus enables other hardware types and interfaces, in another order"
FORMER_NODE = "an earlier node with this ID left a trait in the recorded service"
INTERNALS = "internal data of the recorded service"
POWERED = "workflows change power and boot device of fake machines, as on real ones"
SET = "our fake driver applies the value that was set"
OLD_AGENTS = "older agents are supported"
NEXT = "U20: the next link repeats the parameters of the request"
DEFECT = "a defect of the recorded service, which returned 500"
RULE_LINKS = "U6: links to a rule work"
RULE_FIELDS = "R8, R9: a rule has the fields scope and built_in"
RULE_STORED = "the recorded service stored a rule although it returned 500, so the IDs differ"

INTERFACES = "|".join(
    f"body.*enabled_{kind}_interfaces*"
    for kind in ("bios", "boot", "console", "deploy", "inspect", "network", "raid", "rescue", "storage"))
NOTES = "|".join(
    f"body.*driver_internal_info.{note}"
    for note in ("clean_steps", "deploy_steps", "cleaning_disable_ramdisk", "declarative_cleaning"))
NODE = "11111111-aaaa-4aaa-8aaa-000000000002"

INTENDED = table(
    allow("root", "body.name|body.description", OURS),
    allow("v1 v1-slash v1-mv-1.1 v1-latest new-v1", "body.links.1.*", "ironbus describes the version"),
    allow("options-root", "header Allow|header X-OpenStack-Ironic-API-*",
          "OPTIONS has the same headers as other methods"),
    allow("unknown-path-404 unknown-root-404 node-bad-ident node-put-405 hb-get-405",
          "header X-OpenStack-Ironic-API-*", VERSIONS),
    allow("mv-garbage", "header X-OpenStack-Ironic-API-M*", VERSIONS),

    allow("head-nodes", "status", "HEAD returns what GET returns, without the body", 200),
    allow("node-put-405", "header Allow", ALLOWED, "DELETE, GET, PATCH"),
    allow("method-not-allowed", "status", "an unknown method returns 405 on each path", 405),

    allow("drivers drivers-detail drivers-fields new-drivers", "body.drivers.redfish", DRIVERS),
    allow("drivers drivers-detail drivers-fields new-drivers driver-show driver-show-mv-1.1",
          "body.*hosts.0", HOSTS),
    allow("drivers-detail driver-show new-drivers", INTERFACES, DRIVERS),
    allow("driver-properties", "body.fake_delays|body.fake_failures|body.fake_waits|body.fake_mac_addresses"
          "|body.fake_inventory",
          "our fake driver has more options"),
    allow("driver-raid-properties", "body.*", "other text"),
    allow("vendor-methods", "body.*.description", "other text"),
    allow("vendor-methods", "body.heartbeat*", OLD_AGENTS),
    allow("driver-vendor-methods", "body.lookup*", OLD_AGENTS),
    allow("driver-vendor-bad", "status", DEFECT, 400),
    allow("conductors conductors-detail",
          "body.conductors.0.hostname|body.conductors.0.links.?.href", HOSTS),
    allow("conductors conductors-detail", "body.conductors.0.alive", HOSTS, True),
    allow("conductors-detail", "body.conductors.0.drivers", DRIVERS, ["fake-hardware"]),

    allow("conductors-detail", "body.conductors.0.updated_at",
          "an offline conductor leaves the list", None),

    allow("node-* new-node-*", "body.*conductor", HOSTS),
    allow("node-* new-node-*", "body.*boot_mode", SET, "uefi"),
    allow("node-* new-node-*", "body.*secure_boot", SET, True),
    allow("node-bad-ident", "body.error_message", "the same error has the same form on all paths"),
    allow("prov-enroll-unhold", "status", "the version check of the verb comes first", 406),
    allow("history", "body.history.id-?", "U10: a rebuild works and is recorded"),
    allow("node-* locked-show", "body.reservation", NO_LOCK, None),
    allow("node-* traits-empty", "body.*traits", FORMER_NODE, []),
    allow("node-*", NOTES + "|body.driver_internal_info.service_steps", INTERNALS, ABSENT),
    allow("new-node-* lookup-*", NOTES, INTERNALS, ABSENT),
    allow("node-* new-node-* lookup-*", "body.*driver_internal_info.last_power_state_change",
          "times have a time zone", "a time+00:00"),
    allow("node-* new-node-* lookup-*", "body.*driver_internal_info.fake_boot_device", SET),
    allow("node-after-bad-clean", "body.power_state", POWERED + ", here while the last step fails"),
    allow("node-active node-patch-driver-active-409 node-patch-protect "
          "node-patch-unprotect node-after-service", "body.power_state", POWERED, "power on"),
    allow("node-after-inspect node-available node-after-undeploy", "body.power_state", POWERED,
          "power off"),
    allow("boot-device", "body.boot_device", POWERED, "disk"),
    allow("boot-device", "body.persistent", POWERED, True),
    allow("node-* new-node-*", "body.*driver_internal_info.agent_last_heartbeat",
          "times have a time zone", "a time+00:00"),
    allow("node-after-service", "body.driver_internal_info.agent_last_heartbeat",
          "agent data is removed when its workflow ends", ABSENT),
    allow("new-node-list-detail", "body.nodes.0.updated_at",
          "a rejected PATCH changes nothing; the recorded service locked and unlocked the node", None),

    allow("node-create-owner", "status",
          "without authentication, every client may set the owner", 201),
    allow("node-create-invalid-json-400", "status", "U2", 400),
    allow("node-create-no-content-type", "status",
          "ironbus reads JSON with any content type; the recorded request declared a form", 201),
    allow("prov-active-badsteps-400", "status", "U12: " + DEFECT, 400),
    allow("prov-rebuild", "status", "U10: " + DEFECT, 202),

    allow("node-list-detail-param", "body.next", NEXT,
          "http://host/v1/nodes?detail=true&limit=1&marker=11111111-aaaa-4aaa-8aaa-000000000001"),
    allow("node-list-limit", "body.next", NEXT,
          "http://host/v1/nodes?limit=1&marker=11111111-aaaa-4aaa-8aaa-000000000001"),
    allow("node-list-marker", "body.next", NEXT, f"http://host/v1/nodes?limit=1&marker={NODE}"),

    allow("locked-patch-409", "status", NO_LOCK, 200),
    allow("locked-provision-409 locked-power-409 locked-maint", "status", NO_LOCK, 202),
    allow("locked-delete-409 locked-traits-409", "status", NO_LOCK, 204),

    allow("ir-create ir-sensitive ir-show ir-show-fields ir-patch ir-patch-remove-desc",
          "body.links.?.href", RULE_LINKS),
    allow("ir-create ir-sensitive ir-show ir-patch ir-patch-remove-desc", "body.built_in",
          RULE_FIELDS, False),
    allow("ir-create ir-sensitive ir-show ir-patch ir-patch-remove-desc", "body.scope",
          RULE_FIELDS, None),
    allow("ir-list ir-list-detail", "body.inspection_rules.*.links.?.href", RULE_LINKS),
    allow("ir-list-detail", "body.inspection_rules.*.built_in", RULE_FIELDS, False),
    allow("ir-list-detail", "body.inspection_rules.*.scope", RULE_FIELDS, None),
    allow("ir-list ir-list-detail",
          "body.inspection_rules.id-2|body.inspection_rules.id-3|body.inspection_rules.zz",
          RULE_STORED, ABSENT),
    allow("ir-list-detail",
          "body.inspection_rules.id-1.actions|body.inspection_rules.id-1.conditions",
          RULE_STORED, None),
    allow("ir-list-detail", "body.inspection_rules.id-1.sensitive", RULE_STORED, True),
    allow("ir-create-min", "status", "U3: " + DEFECT, 201),
    allow("ir-missing-arg-400 ir-list-args-short-400 ir-bad-uuid", "status", "U3: " + DEFECT, 400),
    allow("ir-list-args", "status",
          "U3; a node has no field x, and the request to store the rule reports it", 400),
    allow("ir-phase-400", "status", "R1: three phases exist", 201),
    allow("ir-patch-uuid-400", "status", "R50: the field exists but cannot be changed", 400),
    allow("ir-delete-all", "status", "U4: " + DEFECT, 204),
)
