"""Makes the helpers of the system tests available here."""

import os
import sys

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Last: both folders have a cli_test.py and an sdk_test.py.
sys.path.append(os.path.join(TESTS, "system"))
