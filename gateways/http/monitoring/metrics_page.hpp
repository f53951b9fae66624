#pragma once

#include "gateways/http/transport/message.hpp"

#include <utility>

namespace ironbus::http {

/// /metrics in Prometheus' text format. Answered even when all body memory is in use, because it is
/// needed most then.
inline response metrics_page(std::string text) {
  response out;
  out.content_type = "text/plain; version=0.0.4; charset=utf-8";
  out.body = std::move(text);
  out.essential = true;
  return out;
}

}  // namespace ironbus::http
