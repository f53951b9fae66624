#pragma once

#include "messages/json.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/tcp_stream.hpp>

#include <memory>
#include <string>
#include <vector>

namespace ironbus::test {

struct api_answer {
  unsigned status = 0;  ///< 0: there was none.
  json body;
};

/// The service as agents call it, over a few connections that are kept. For one thread.
class api_client {
public:
  explicit api_client(boost::asio::ip::tcp::endpoint service) : service_{std::move(service)} {}

  boost::asio::awaitable<api_answer> get(std::string target);
  boost::asio::awaitable<api_answer> post(std::string target, json body);

private:
  using connection = std::unique_ptr<boost::beast::tcp_stream>;

  boost::asio::awaitable<api_answer> call(std::string verb, std::string target, std::string version,
                                          std::string body);
  boost::asio::awaitable<connection> connect();

  boost::asio::ip::tcp::endpoint service_;
  std::vector<connection> idle_;
};

}  // namespace ironbus::test
