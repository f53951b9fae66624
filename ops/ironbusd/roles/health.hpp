#pragma once

#include "gateways/http/services/bus_watch.hpp"
#include "gateways/http/transport/server.hpp"
#include "messages/ports/bus.hpp"
#include "messages/ports/store.hpp"

#include <functional>
#include <string>
#include <vector>

namespace ironbus::daemon {

/// A number for /metrics.
struct gauge {
  std::string name;  ///< Without the prefix "ironbus_".
  std::function<uint64_t()> value;
};

/// /healthz, /readyz and /metrics of any process; the gateway has its own besides.
class health final : public http::application {
public:
  health(bus& messages, store& records, std::vector<gauge> gauges)
      : watch_(messages), store_(records), gauges_(std::move(gauges)) {}

  size_t body_bytes_max(const http::request&) const override { return 0; }
  void handle(http::request x, http::responder reply) override;
  http::response refuse(unsigned status, const std::string& reason) const override;

private:
  void show_readiness(http::responder reply);
  http::response show_metrics() const;

  const http::bus_watch watch_;
  store& store_;
  const std::vector<gauge> gauges_;
};

}  // namespace ironbus::daemon
