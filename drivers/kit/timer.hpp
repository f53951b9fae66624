#pragma once

#include "messages/base/host_source.hpp"

#include <boost/asio/basic_waitable_timer.hpp>

#include <utility>

namespace ironbus {

/// Asio's steady_timer by the clock of this process (host_source).
class timer : public boost::asio::basic_waitable_timer<steady_clock> {
public:
  using base = boost::asio::basic_waitable_timer<steady_clock>;

  template <class Executor>
  explicit timer(Executor&& io) : base{std::forward<Executor>(io)} {}
  template <class Executor>
  timer(Executor&& io, steady_clock::duration wait) : base{std::forward<Executor>(io)} {
    expires_after(wait);
  }

  void expires_after(steady_clock::duration wait) {
    base::expires_after(wait);
    host_source::current().note_wait(base::expiry());
  }
};

}  // namespace ironbus
