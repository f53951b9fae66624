#pragma once

#include "messages/platform/metrics.hpp"

namespace ironbus::redis {

/// The key that says, in a sentence, what the last examination of the store has found.
inline constexpr auto damage_mark = "damage";

/// Shows whether the store is noted as damaged. Used by one thread.
class noted_damage {
public:
  void see(bool damaged) {
    const auto now = static_cast<int64_t>(damaged);
    damaged_ += now - damaged_;
  }

private:
  metrics::gauge damaged_{
      {"ironbus_store_damaged", "1 if the store is damaged or missing; /readyz has the details."}};
};

}  // namespace ironbus::redis
