#pragma once

#include "messages/wire/step.hpp"

#include <string>

namespace ironbus::bmc_check {

/// What a successful step found, as one short text for the report. "not shown" if it found nothing.
std::string outcome_text(const step_outcome& found);

}  // namespace ironbus::bmc_check
