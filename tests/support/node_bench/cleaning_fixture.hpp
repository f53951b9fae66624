#pragma once

#include "tests/support/node_bench/bench_node.hpp"

#include <initializer_list>
#include <utility>

// Nodes on the bench that are cleaned by hand.

namespace ironbus::test {

/// The request of a manual cleaning: interfaces and steps.
json clean_request(std::initializer_list<std::pair<const char*, const char*>> steps);

/// A node whose cleaning has begun.
bench_node node_in_cleaning(const json& request);

/// The same, at the first of two steps.
bench_node node_in_factory_reset();

/// The driver says that the step waits for somebody.
void answer_waiting(bench_node& cleaned, awaited who);

}  // namespace ironbus::test
