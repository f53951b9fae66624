#pragma once

#include <boost/system/error_code.hpp>

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace ironbus {

/// A completion handler whose type is erased, so that an operation is compiled once and not once a
/// caller. Move-only, runs once.
class io_handler {
public:
  using error = boost::system::error_code;

  /// `handler` is called with (error, bytes).
  template <class Handler>
  requires(!std::is_same_v<std::decay_t<Handler>, io_handler>) explicit io_handler(Handler handler)
      : held_(std::make_unique<holder<Handler>>(std::move(handler))) {}

  /// `handler` is called with the error alone.
  template <class Handler>
  static io_handler of_error(Handler handler) {
    return io_handler{
        [handler = std::move(handler)](error e, size_t) mutable { std::move(handler)(e); }};
  }

  void operator()(error e, size_t bytes = 0) {
    auto held = std::move(held_);
    held->run(e, bytes);
  }

private:
  struct base {
    base() = default;
    base(const base&) = delete;
    base& operator=(const base&) = delete;
    virtual ~base() = default;
    virtual void run(error e, size_t bytes) = 0;
  };

  template <class Handler>
  struct holder final : base {
    explicit holder(Handler x) : handler(std::move(x)) {}
    void run(error e, size_t bytes) override { std::move(handler)(e, bytes); }
    Handler handler;
  };

  std::unique_ptr<base> held_;
};

}  // namespace ironbus
