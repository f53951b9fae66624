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
  count_  ///< Not a kind: how many there are.
};

enum class task_phase : uint8_t { waiting, running, completed, failed };

/// Work that a BMC does by itself.
struct machine_task {
  std::string id;
  task_kind kind = task_kind::bios_settings;
  task_phase phase = task_phase::waiting;
  timestamp made;
  timestamp begun;
  timestamp ends;       ///< Once it runs, when it is to end; then when it did.
  bool fails = false;   ///< When nine tenths of it are done.
  std::string subject;  ///< The volume, or the version that is to be.
  json details;         ///< Of a volume that is to be.

  bool over() const { return phase == task_phase::completed || phase == task_phase::failed; }
};

std::string_view name_of(task_kind x);
int percent_of(const machine_task& task, timestamp now);

}  // namespace ironbus::simulator
