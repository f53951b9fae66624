#pragma once

#include "actors/node/decision.hpp"

namespace ironbus {

/// Notes how the step in progress ended; tells it for work steps. A step whose entry is closed
/// already is left alone.
void close_ledger_entry(decision& d, operation& op, std::string_view status,
                        const std::string& evidence, const std::string& worker = {});

}  // namespace ironbus
