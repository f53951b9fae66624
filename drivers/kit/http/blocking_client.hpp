#pragma once

#include "drivers/kit/http/http_client.hpp"

#include <boost/asio/io_context.hpp>

namespace ironbus {

/// A blocking http_client for commands: one request after the other, each on the caller's thread.
class blocking_client {
public:
  explicit blocking_client(http_client_options options)
      : client_{io_.get_executor(), std::move(options)} {}

  http_result exchange(http_request request);

private:
  boost::asio::io_context io_;  ///< Runs only during a request.
  http_client client_;
};

}  // namespace ironbus
