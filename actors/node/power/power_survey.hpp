#pragma once

#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// Of so many power surveys the machine is part of one. With the fault `power failure` it is left
/// out of more and more of them, so that those who are gone cost little.
uint32_t survey_spacing(const node_snapshot& node, const conductor_options& options);

/// What a power survey found: corrects the record or the machine, counts failures, sets and clears
/// the fault `power failure`.
void power_observed(decision& decision, const power_finding& found);

}  // namespace ironbus
