#pragma once

#include "gateways/http/nodes/usual_duration.hpp"
#include "messages/ports/process_description.hpp"

#include <string>
#include <vector>

namespace ironbus::http {

/// Explains why nodes wait. Reads data that several nodes share from the store once.
class why_reader {
public:
  /// `members`: the live processes.
  why_reader(call_ptr call, std::vector<member> members);

  /// The answer of GET /v1/nodes/{node}/why for each stored snapshot.
  task<std::vector<json>> explain(const std::vector<std::string>& snapshots);

private:
  const call_ptr call_;
  const std::vector<member> members_;
  const served_groups served_;
  usual_durations usual_;
};

}  // namespace ironbus::http
