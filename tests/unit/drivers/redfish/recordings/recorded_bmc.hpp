#pragma once

#include "drivers/kit/http/http_message.hpp"
#include "messages/base/json.hpp"
#include "ops/simulator/mockup/document_folder.hpp"

#include <string>
#include <vector>

namespace ironbus::test {

/// The documents of a BMC, and what the driver must read from them.
struct bmc_recording {
  simulator::documents documents;  ///< By path with its query, without a trailing slash.
  std::string system;              ///< The redfish_system_id of the node; empty: none.
  json expected = json::object();  ///< By the keys of play(); empty for a folder.
};

/// Reads FILE.json: {"system": …, "documents": {path: document}, "expected": …}, or a folder as
/// `record-bmc` or DMTF's tools write it. Fails the test if it is not readable.
bmc_recording read_recording(const std::string& place);

/// A BMC that answers GET with the documents, and every other request with 405.
class recorded_bmc {
public:
  explicit recorded_bmc(const bmc_recording& recording) : recording_{recording} {}

  /// Runs all reading steps of the Redfish driver. Returns the results by step: "power",
  /// "boot_device", "boot_mode", "health", "sensors", "firmware" and "inspection". Of a failed step
  /// it is {"error": reason}.
  json play();

  const std::vector<std::string>& changes() const { return changes_; }  ///< Requests except GET.

private:
  http_result take(const http_request& request);

  const bmc_recording& recording_;
  std::vector<std::string> changes_;
};

/// The first difference: "/sensors/Fan: missing". Empty: none.
std::string difference(const json& found, const json& expected, const std::string& place = {});

}  // namespace ironbus::test
