#pragma once

#include "messages/base/host_source.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/basic_waitable_timer.hpp>

namespace ironbus {

/// Asio's steady_timer on this process's clock (host_source).
class timer : public boost::asio::basic_waitable_timer<steady_clock> {
public:
  using base = boost::asio::basic_waitable_timer<steady_clock>;

  explicit timer(const boost::asio::any_io_executor& io) : base{io} {}
  timer(const boost::asio::any_io_executor& io, steady_clock::duration wait) : base{io} {
    expires_after(wait);
  }

  void expires_after(steady_clock::duration wait) {
    base::expires_after(wait);
    host_source::current().note_wait(base::expiry());
  }
};

}  // namespace ironbus
