"""What ironbus does not have yet. This list is to become empty.

A row that is not needed any more makes the tests fail: what is built is then to be taken out.
"""

from allowance import allow, table

AGENT = "the interfaces that work through an agent in the machine"
HEARD = "|".join(f"body.*driver_internal_info.{note}" for note in
                 ("agent_last_heartbeat", "agent_version", "agent_url", "agent_secret_token"))

# Requests of the recording: names, paths in the answer, and what is missing.
REQUESTS = table(
    allow("v1-latest new-v1", "body.continue_inspection", "that resource"),

    allow("new-driver-redfish-properties", "*", "the hardware type redfish"),
    allow("node-patch-interface node-fast-track node-fast-track-off lookup-fast-track lookup-second"
          " hb-ok", "*", AGENT),
    allow("node-after-hb node-set-chassis node-unset-chassis node-set-shard new-node-show"
          " new-node-list-detail", HEARD, AGENT),
    allow("node-after-service", "body.driver_internal_info.agent_last_heartbeat|"
          "body.driver_internal_info.agent_version", AGENT),

    allow("continue-inspection-400 continue-inspection-404", "*", "inspection through an agent"),
)

# Cases of cli_test.py and sdk_test.py: a class, or a class and its test, and what is missing.
CASES = {}
