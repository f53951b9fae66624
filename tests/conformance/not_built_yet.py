"""What ironbus does not have yet. This list is to become empty.

A row that is not needed any more makes the tests fail: what is built is then to be taken out.
"""

from allowance import allow, table

# Requests of the recording: names, paths in the answer, and what is missing.
REQUESTS = table(
    allow("new-driver-redfish-properties", "*", "the hardware type redfish"),
)

# Cases of cli_test.py and sdk_test.py: a class, or a class and its test, and what is missing.
CASES = {}
