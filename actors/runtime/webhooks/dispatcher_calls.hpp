#pragma once

#include "actors/runtime/webhooks/webhook_dispatcher.hpp"
#include "messages/model/record.hpp"

// Runs callbacks of a dispatcher later, and only while it exists.

namespace ironbus {

template <class T>
std::function<void(T)> webhook_dispatcher::then(void (webhook_dispatcher::*part)(T)) {
  return [self = weak_from_this(), later = around_.later, part](T given) {
    later([self, part, given = std::move(given)]() mutable {
      const auto dispatcher = self.lock();
      if (!dispatcher) return;
      dispatcher->busy_ = false;
      ((*dispatcher).*part)(std::move(given));
    });
  };
}

template <class T>
store_callback<T> webhook_dispatcher::then_result(void (webhook_dispatcher::*part)(result<T>)) {
  return then<result<T>>(part);
}

/// Pause between two requests to a store that does not answer.
inline constexpr std::chrono::seconds dispatcher_store_pause{1};

/// Its subject in the event log.
inline std::string subject_of(const webhook& x) { return record_subject(webhook_type, x.uuid); }

}  // namespace ironbus
