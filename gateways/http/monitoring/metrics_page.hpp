#pragma once

#include "gateways/http/transport/message.hpp"

#include <utility>

namespace ironbus::http {

/// /metrics: text in Prometheus' format. Answered when all is held, too: then it is needed most.
inline response metrics_page(std::string text) {
  response out;
  out.content_type = "text/plain; version=0.0.4; charset=utf-8";
  out.body = std::move(text);
  out.essential = true;
  return out;
}

}  // namespace ironbus::http
