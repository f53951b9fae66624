"""Features that ironbus does not have yet. The aim is an empty list.

A row that is no longer needed makes the tests fail: remove it when the feature exists.
"""

from allowance import allow, table

# Requests of the recording: names, paths in the response, and the missing feature.
REQUESTS = table(
    allow("new-driver-redfish-properties", "*", "the hardware type redfish"),
)

# Cases of cli_test.py and sdk_test.py: a class, or a class and its test, and the missing feature.
CASES = {}
