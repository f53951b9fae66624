#pragma once

#include "gateways/http/api/task_state.hpp"

#include <utility>

namespace ironbus::http {

/// A coroutine that returns a result<T>: the form of every handler that asks the store or a node.
///
/// `co_await` of a task, a question or a result gives its value. A failure ends the coroutine and
/// passes up to the handler, which refuses the call. `co_await tried(…)` gives the result itself.
/// `co_await fail(…)` ends the coroutine; `co_return fail(…)` does so where it has a value. An
/// exception passes all coroutines and becomes a 500.
///
/// A task is awaited in the expression that creates it, so its parameters may refer to objects of
/// its caller. Version 12 of g++ destroys the members of a capturing lambda or an aggregate twice
/// if it is created in an expression with co_await. Name such objects first
/// (ops/checks/coroutines).
template <class T>
class [[nodiscard]] task {
public:
  struct promise_type;

  explicit task(std::coroutine_handle<promise_type> x) : handle_(x) {}
  task(task&& x) noexcept : handle_(std::exchange(x.handle_, {})) {}
  task& operator=(task&&) = delete;
  ~task() {
    if (handle_) handle_.destroy();
  }

  promise_type& promise() const { return handle_.promise(); }

private:
  std::coroutine_handle<promise_type> handle_;
};

/// An awaitable request to a callback interface. The request starts when it is awaited. The
/// coroutine resumes on a server thread. If the callback is dropped without a call, the handler
/// ends there.
template <class T>
class [[nodiscard]] question {
public:
  using callback = std::function<void(result<T>)>;

  /// `start` passes the callback on. The callback is called at most once, on any thread.
  explicit question(std::function<void(callback)> start) : start_(std::move(start)) {}

  template <class P>
  void await_suspend(std::coroutine_handle<P> handle, bool looks) {
    task_state& me = handle.promise();
    auto answered = [this, &me, looks, run = me.run->shared_from_this()](result<T> given) {
      run->on_server([this, &me, looks, run, got = std::make_shared<result<T>>(std::move(given))] {
        got_.emplace(std::move(*got));
        (*got_ || looks ? me.self : me.end_with(std::move(got_->error()))).resume();
      });
    };
    const auto start = std::move(start_);
    start(std::move(answered));  // From here on *this may be destroyed.
  }
  result<T> take() { return std::move(*got_); }

private:
  std::function<void(callback)> start_;
  std::optional<result<T>> got_;
};

/// Marks an awaited object whose result is wanted instead of its value.
template <class X>
struct tried_awaitable {
  X it;
};
template <class X>
tried_awaitable<X> tried(X x) {
  return {std::move(x)};
}

}  // namespace ironbus::http

#include "gateways/http/api/task_promise.hpp"
