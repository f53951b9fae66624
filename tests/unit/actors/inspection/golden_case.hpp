#pragma once

#include "actors/inspection/values/documents.hpp"

#include <string>
#include <vector>

namespace ironbus::test {

/// The documents that all recorded cases start with: line 1 of the recording.
inspection::documents golden_documents(const json& fixture);

/// The recorded result of a case, in the form of run_golden_case.
json recorded_outcome(const json& test, const inspection::documents& start);

/// Runs a recorded case with the real engine: {"result": …}, or {"error": true} and, if the case
/// changes documents, "changes" in both.
json run_golden_case(const json& test, const inspection::documents& start);

/// The lines of a file of JSON values.
std::vector<json> read_json_lines(const std::string& path);

}  // namespace ironbus::test
