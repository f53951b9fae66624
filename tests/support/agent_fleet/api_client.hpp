#pragma once

#include "messages/base/json.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/tcp_stream.hpp>

#include <memory>
#include <string>
#include <vector>

namespace ironbus::test {

struct api_answer {
  unsigned status = 0;  ///< 0: there was none.
  std::string text;     ///< As it came.
  json body;
};

/// The service as agents call it, over a few connections that are kept; what is more waits for its
/// turn. For one thread.
class api_client {
public:
  api_client(boost::asio::io_context& io, boost::asio::ip::tcp::endpoint service)
      : service_{std::move(service)}, turn_{io, boost::asio::steady_timer::time_point::max()} {}

  /// `version`: of the API, "1.62"; empty: the call names none.
  boost::asio::awaitable<api_answer> get(std::string target, std::string version);
  boost::asio::awaitable<api_answer> post(std::string target, std::string version, json body);

private:
  using connection = std::unique_ptr<boost::beast::tcp_stream>;

  boost::asio::awaitable<api_answer> in_turn(std::string verb, std::string target,
                                             std::string version, std::string body);
  boost::asio::awaitable<api_answer> call(std::string verb, std::string target, std::string version,
                                          std::string body);
  boost::asio::awaitable<connection> connect();

  boost::asio::ip::tcp::endpoint service_;
  std::vector<connection> idle_;
  size_t calls_ = 0;                ///< Those on their way.
  boost::asio::steady_timer turn_;  ///< Never expires; cancelled once for each call that ends.
};

}  // namespace ironbus::test
