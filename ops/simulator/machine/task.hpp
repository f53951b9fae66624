#pragma once

#include "messages/base/json.hpp"
#include "messages/base/time.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ironbus::simulator {

enum class task_kind : uint8_t {
  bios_settings,
  volume_create,
  volume_delete,
  firmware_bios,
  firmware_bmc,
  firmware_nic,
  count_  ///< Number of kinds.
};

enum class task_phase : uint8_t { waiting, running, completed, failed };

/// A task of a BMC.
struct machine_task {
  std::string id;
  task_kind kind = task_kind::bios_settings;
  task_phase phase = task_phase::waiting;
  timestamp made;
  timestamp begun;
  timestamp ends;       ///< Expected end while it runs, then the actual end.
  bool fails = false;   ///< It fails at 90 %.
  std::string subject;  ///< The volume, or the new version.
  json details;         ///< Of a new volume.

  bool over() const { return phase == task_phase::completed || phase == task_phase::failed; }
};

std::string_view name_of(task_kind x);
int percent_of(const machine_task& task, timestamp now);

}  // namespace ironbus::simulator
