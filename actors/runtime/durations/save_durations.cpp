#include "actors/runtime/durations/save_durations.hpp"

namespace ironbus {

commit make_durations_commit(const step_durations& kind, uint64_t version) {
  commit out;
  out.aggregate = step_durations_aggregate;
  out.id = key_of(kind);
  out.expected_version = version;
  out.snapshot = to_text(kind);
  out.put.push_back({std::string{step_durations_collection},
                     out.id,
                     to_text(summary_of(kind)),
                     {{"driver", kind.driver}}});
  return out;
}

}  // namespace ironbus
