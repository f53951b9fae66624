#pragma once

#include "tests/support/node_fixture/node_fixture.hpp"

#include <initializer_list>
#include <utility>

// Nodes without a runtime in manual cleaning.

namespace ironbus::test {

/// The request of a manual cleaning: interfaces and steps.
json clean_request(std::initializer_list<std::pair<const char*, const char*>> steps);

/// A node whose cleaning has started.
node_fixture node_in_cleaning(const json& request);

/// The same, at the first of two steps.
node_fixture node_in_factory_reset();

/// The driver reports that the step waits.
void answer_waiting(node_fixture& cleaned, awaited who);

}  // namespace ironbus::test
