#pragma once

#include "gateways/otlp/otlp_options.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace ironbus::otlp {

/// What a collector has answered.
struct collector_answer {
  unsigned status = 0;
  std::chrono::seconds retry_after{0};
  std::string body;
};

/// Posts a body to the collector, and waits for its answer no longer than `timeout`, and no longer
/// than until `given_up` says so. `unavailable` or `timeout` if there is none.
using collector_post = std::function<result<collector_answer>(
    const std::string& body, std::chrono::milliseconds timeout,
    const std::function<bool()>& given_up)>;

/// One that keeps its connection for the next time. For one thread.
collector_post make_collector(http_url where, tls_client_options tls, header_list headers);

}  // namespace ironbus::otlp
