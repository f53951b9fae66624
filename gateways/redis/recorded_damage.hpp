#pragma once

#include "messages/platform/metrics.hpp"

namespace ironbus::redis {

/// The key with the result of the last examination, as a sentence.
inline constexpr auto damage_mark = "damage";

/// Shows whether damage of the store is recorded. Used by one thread.
class recorded_damage {
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
