#pragma once

#include "gateways/http/nodes/usual_duration.hpp"
#include "messages/ports/process_description.hpp"

#include <string>
#include <vector>

namespace ironbus::http {

/// Says why nodes do not go on. What concerns several of them is asked of the store once.
class why_reader {
public:
  /// `members`: the processes that are alive.
  why_reader(call_ptr call, std::vector<member> members);

  /// What GET /v1/nodes/{node}/why answers for each, of their snapshots as the store has them.
  task<std::vector<json>> explain(const std::vector<std::string>& snapshots);

private:
  const call_ptr call_;
  const std::vector<member> members_;
  const served_groups served_;
  usual_durations usual_;
};

}  // namespace ironbus::http
