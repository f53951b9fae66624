#pragma once

#include "gateways/http/api/call.hpp"

#include <coroutine>
#include <exception>
#include <functional>
#include <memory>
#include <optional>

namespace ironbus::http {

struct task_state;

/// A handler under way, with the call that it answers. Whoever is to resume it holds it: when
/// nobody does any more, its coroutines end where they are.
class handler_run : public std::enable_shared_from_this<handler_run> {
public:
  explicit handler_run(call_ptr x) : call_(std::move(x)) {}
  virtual ~handler_run() = default;

  /// Runs a part of the handler on a thread of the server's.
  void on_server(std::function<void()> part) { call_->resume(std::move(part)); }
  /// The handler has ended: its failure or exception is the answer.
  void ended(task_state& handler);

protected:
  const call_ptr call_;
};

/// What every coroutine of a handler has, whatever it gives.
struct task_state {
  std::coroutine_handle<> self;
  task_state* caller = nullptr;  ///< Who awaits it; null: it is the handler itself.
  bool caller_looks = false;     ///< The caller takes a failure as a result, see tried().
  handler_run* run = nullptr;
  std::optional<failure> refused;
  std::exception_ptr thrown;

  /// Who goes on now that this one has ended: its caller, or the one above that a failure or an
  /// exception passes up to. Ends the handler if there is none.
  std::coroutine_handle<> next();

  std::coroutine_handle<> end_with(failure x) {
    refused = std::move(x);
    return next();
  }
};

}  // namespace ironbus::http
