"""What ironbus does not have yet. This list is to become empty.

A row that is not needed any more makes the tests fail: what is built is then to be taken out.
"""

from allowance import allow, table

# Requests of the recording: names, paths in the answer, and what is missing.
REQUESTS = table(
    allow("v1-latest new-v1", "body.inspection_rules|body.continue_inspection",
          "that resource"),

    allow("new-driver-redfish-properties", "*", "the hardware type redfish"),
    allow("ir-list-empty ir-create ir-create-min ir-dup-409 ir-no-actions-400 ir-empty-actions-400"
          " ir-bad-op-400 ir-bad-cond-400 ir-missing-arg-400 ir-list-args ir-list-args-short-400"
          " ir-prio-400 ir-prio-neg-400 ir-phase-400 ir-unknown-field-400 ir-sensitive ir-bad-uuid"
          " ir-old-mv-404 ir-list ir-list-detail ir-show ir-show-fields ir-404 ir-patch"
          " ir-patch-bad-400 ir-patch-uuid-400 ir-patch-remove-desc ir-delete ir-delete-404"
          " ir-delete-all", "*", "inspection rules"),
    allow("continue-inspection-400 continue-inspection-404", "*", "inspection through an agent"),
)

# Cases of cli_test.py and sdk_test.py: a class, or a class and its test, and what is missing.
CASES = {}
