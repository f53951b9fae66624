#pragma once

#include "messages/base/errors.hpp"

#include <chrono>
#include <future>
#include <memory>

namespace ironbus::daemon {

/// Makes a call of a store and waits for its callback. `ask` gets the callback, which takes a
/// `Result`: a result<T> or a commit_result. `unavailable` after `patience`.
template <class Result, class Ask>
Result await_store(const Ask& ask, std::chrono::milliseconds patience) {
  auto given = std::make_shared<std::promise<Result>>();
  auto answer = given->get_future();
  ask([given](Result x) { given->set_value(std::move(x)); });
  if (answer.wait_for(patience) == std::future_status::ready) return answer.get();
  return tl::unexpected(
      typename Result::error_type{failure{error_code::unavailable, "The store does not answer."}});
}

}  // namespace ironbus::daemon
