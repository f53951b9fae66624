"""The helpers of the system tests are used here as well: this finds them."""

import os
import sys

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Last: both folders have a cli_test.py and an sdk_test.py.
sys.path.append(os.path.join(TESTS, "system"))
