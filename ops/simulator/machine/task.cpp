#include "ops/simulator/machine/task.hpp"

#include "messages/base/enum_text.hpp"

#include <algorithm>

namespace ironbus::simulator {

namespace {

constexpr enum_text<task_kind> kind_names{{"Apply BIOS settings", "Create a volume",
                                           "Delete a volume", "Update the BIOS", "Update the BMC",
                                           "Update a network adapter"}};

constexpr int failed_at = 90;

}  // namespace

std::string_view name_of(task_kind x) { return kind_names[x]; }

int percent_of(const machine_task& task, timestamp now) {
  if (task.phase == task_phase::waiting) return 0;
  if (task.phase == task_phase::completed) return 100;
  if (task.phase == task_phase::failed) return failed_at;
  const auto whole = std::max<int64_t>((task.ends - task.begun).count(), 1);
  return static_cast<int>(std::clamp<int64_t>(100 * (now - task.begun).count() / whole, 0, 99));
}

}  // namespace ironbus::simulator
