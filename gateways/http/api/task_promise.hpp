#pragma once

#include "gateways/http/api/task.hpp"

#include <type_traits>

// The promise types behind task<T>. Handlers need not read this file.

namespace ironbus::http {

template <class T>
struct task_value : task_state {
  using outcome = result<T>;
  std::optional<T> value;

  void return_value(result<T> returned) {
    if (returned)
      value.emplace(std::move(*returned));
    else
      refused = std::move(returned.error());
  }
  outcome take() {
    if (refused) return tl::unexpected(std::move(*refused));
    return std::move(*value);
  }
};

template <>
struct task_value<void> : task_state {
  using outcome = result<std::monostate>;

  void return_void() {}
  outcome take() {
    if (refused) return tl::unexpected(std::move(*refused));
    return {};
  }
};

/// `Looks`: the await gives the result instead of its value.
template <class T, bool Looks>
struct awaited_task {
  task<T> awaited;

  bool await_ready() const { return false; }
  template <class P>
  std::coroutine_handle<> await_suspend(std::coroutine_handle<P> handle) {
    task_state& state = awaited.promise();
    state.caller = &handle.promise();
    state.caller_wants_result = Looks;
    state.run = state.caller->run;
    return state.self;
  }
  auto await_resume() {
    if constexpr (Looks)
      return awaited.promise().take();
    else if constexpr (!std::is_void_v<T>)
      return std::move(*awaited.promise().value);
  }
};

template <class T, bool Looks>
struct awaited_question {
  question<T> awaited;

  bool await_ready() const { return false; }
  template <class P>
  void await_suspend(std::coroutine_handle<P> h) {
    awaited.await_suspend(h, Looks);
  }
  auto await_resume() {
    if constexpr (Looks)
      return awaited.take();
    else
      return std::move(*awaited.take());
  }
};

template <class T>
struct awaited_result {
  result<T> awaited;

  bool await_ready() const { return awaited.has_value(); }
  template <class P>
  std::coroutine_handle<> await_suspend(std::coroutine_handle<P> h) {
    return h.promise().end_with(std::move(awaited.error()));
  }
  T await_resume() { return std::move(*awaited); }
};

template <class T>
struct task<T>::promise_type : task_value<T> {
  struct end {
    bool await_ready() noexcept { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept {
      return h.promise().next();
    }
    void await_resume() noexcept {}
  };

  task get_return_object() {
    const auto handle = std::coroutine_handle<promise_type>::from_promise(*this);
    this->self = handle;
    return task{handle};
  }
  std::suspend_always initial_suspend() noexcept { return {}; }
  end final_suspend() noexcept { return {}; }
  void unhandled_exception() { this->thrown = std::current_exception(); }

  template <class U>
  auto await_transform(task<U> x) {
    return awaited_task<U, false>{std::move(x)};
  }
  template <class U>
  auto await_transform(tried_awaitable<task<U>> x) {
    return awaited_task<U, true>{std::move(x.it)};
  }
  template <class U>
  auto await_transform(question<U> x) {
    return awaited_question<U, false>{std::move(x)};
  }
  template <class U>
  auto await_transform(tried_awaitable<question<U>> x) {
    return awaited_question<U, true>{std::move(x.it)};
  }
  template <class U>
  auto await_transform(result<U> x) {
    return awaited_result<U>{std::move(x)};
  }
  auto await_transform(tl::unexpected<failure> x) {
    return awaited_result<std::monostate>{std::move(x)};
  }
};

}  // namespace ironbus::http
