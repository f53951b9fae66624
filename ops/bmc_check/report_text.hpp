#pragma once

#include "ops/bmc_check/bmc_checker.hpp"

#include <string>

namespace ironbus::bmc_check {

/// The report as plain text, for a bug report. `place`: the address of the BMC.
std::string report_text(const check_report& report, const std::string& place,
                        const std::string& driver);

}  // namespace ironbus::bmc_check
