#pragma once

#include "actors/runtime/webhooks/webhook_courier.hpp"
#include "messages/model/record.hpp"

// How a courier's calls come back to it: later, and only as long as it is there.

namespace ironbus {

template <class T>
std::function<void(T)> webhook_courier::then(void (webhook_courier::*part)(T)) {
  return [self = weak_from_this(), later = around_.later, part](T given) {
    later([self, part, given = std::move(given)]() mutable {
      const auto courier = self.lock();
      if (!courier) return;
      courier->busy_ = false;
      ((*courier).*part)(std::move(given));
    });
  };
}

template <class T>
store_callback<T> webhook_courier::then_result(void (webhook_courier::*part)(result<T>)) {
  return then<result<T>>(part);
}

/// Between two questions to a store that does not answer.
inline constexpr std::chrono::seconds courier_store_pause{1};

/// As the log names it.
inline std::string subject_of(const webhook& x) { return record_subject(webhook_type, x.uuid); }

}  // namespace ironbus
