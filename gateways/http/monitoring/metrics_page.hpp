#pragma once

#include "gateways/http/transport/message.hpp"

#include <utility>

namespace ironbus::http {

/// /metrics: text in Prometheus' format.
inline response metrics_page(std::string text) {
  response out;
  out.content_type = "text/plain; version=0.0.4; charset=utf-8";
  out.body = std::move(text);
  return out;
}

}  // namespace ironbus::http
