#pragma once

#include "gateways/http/services/bus_watch.hpp"
#include "gateways/http/services/options.hpp"
#include "gateways/http/services/write_probe.hpp"
#include "gateways/http/transport/server.hpp"
#include "messages/ports/bus.hpp"
#include "messages/ports/store_health.hpp"

#include <string>

namespace ironbus::daemon {

/// Serves /healthz, /readyz and /metrics of any process. The gateway also serves its own.
class health final : public http::application {
public:
  health(bus& messages, store_health& stored, http::metrics_writer write_metrics)
      : watch_(messages),
        store_(stored),
        writes_(stored),
        write_metrics_(std::move(write_metrics)) {}

  size_t body_bytes_max(const http::request&) const override { return 0; }
  void handle(http::request request, http::responder reply) override;
  http::response refuse(unsigned status, const std::string& reason) const override;

private:
  void show_readiness(http::responder reply);

  const http::bus_watch watch_;
  store_health& store_;
  http::write_probe writes_;
  const http::metrics_writer write_metrics_;
};

}  // namespace ironbus::daemon
