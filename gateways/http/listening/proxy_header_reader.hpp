#pragma once

#include "gateways/http/listening/proxy_header.hpp"
#include "messages/stream/byte_stream.hpp"

#include <functional>
#include <memory>
#include <string>

namespace ironbus::http {

/// Reads the PROXY header of one connection and nothing beyond it. The stream's deadline applies.
class proxy_header_reader : public std::enable_shared_from_this<proxy_header_reader> {
public:
  /// Gets the last step: the client, or the fault. An end of the connection is a fault.
  using callback = std::function<void(const proxy_header_step& last)>;

  /// `stream` must live until `done` is called.
  proxy_header_reader(byte_stream& stream, callback done)
      : stream_(stream), done_(std::move(done)) {}

  void begin() { go_on(); }

private:
  void go_on();

  byte_stream& stream_;
  callback done_;
  std::string arrived_;
};

}  // namespace ironbus::http
