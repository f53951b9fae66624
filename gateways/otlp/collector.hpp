#pragma once

#include "gateways/otlp/otlp_options.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace ironbus::otlp {

/// A collector's response.
struct collector_answer {
  unsigned status = 0;
  std::chrono::seconds retry_after{0};
  std::string body;
};

/// Posts a body to the collector. Waits for the response at most `timeout`, or until `given_up`
/// returns true. `unavailable` or `timeout` without a response.
using collector_post = std::function<result<collector_answer>(
    const std::string& body, std::chrono::milliseconds timeout,
    const std::function<bool()>& given_up)>;

/// A collector_post that reuses its connection. For one thread.
collector_post make_collector(http_url where, tls_client_options tls, header_list headers);

}  // namespace ironbus::otlp
