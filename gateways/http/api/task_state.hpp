#pragma once

#include "gateways/http/api/call.hpp"

#include <coroutine>
#include <exception>
#include <functional>
#include <memory>
#include <optional>

namespace ironbus::http {

struct task_state;

/// A running handler and the call that it answers. Every pending callback that resumes it holds it.
/// When the last one is dropped, its coroutines are destroyed.
class handler_run : public std::enable_shared_from_this<handler_run> {
public:
  explicit handler_run(call_ptr x) : call_(std::move(x)) {}
  virtual ~handler_run() = default;

  /// Runs a part of the handler on a server thread.
  void on_server(std::function<void()> part) { call_->resume(std::move(part)); }
  /// Called when the handler has ended. Its failure or exception becomes the answer.
  void ended(task_state& handler);

protected:
  const call_ptr call_;
};

/// The state that all coroutines of a handler share.
struct task_state {
  std::coroutine_handle<> self;
  task_state* caller = nullptr;      ///< The awaiting coroutine; null for the handler itself.
  bool caller_wants_result = false;  ///< The caller receives a failure as a result, see tried().
  handler_run* run = nullptr;
  std::optional<failure> refused;
  std::exception_ptr thrown;

  /// The coroutine to resume after this one: its caller, or a higher one that receives the failure
  /// or exception. Ends the handler if there is none.
  std::coroutine_handle<> next();

  std::coroutine_handle<> end_with(failure x) {
    refused = std::move(x);
    return next();
  }
};

}  // namespace ironbus::http
