#pragma once

#include "gateways/http/transport/application.hpp"
#include "ops/simulator/bmc/simulated_bmc.hpp"

#include <boost/asio/io_context.hpp>

#include <functional>

namespace ironbus::simulator {

/// Serves one simulated BMC over HTTP.
class bmc_application final : public http::application {
public:
  /// Calls `asked` after each request. `drop_connections` closes the machine's connections.
  bmc_application(simulated_bmc& bmc, boost::asio::io_context& io, std::function<void()> asked,
                  std::function<void()> drop_connections)
      : bmc_(bmc),
        io_(io),
        asked_(std::move(asked)),
        drop_connections_(std::move(drop_connections)) {}

  size_t body_bytes_max(const http::request& head) const override;
  void handle(http::request given, http::responder reply) override;
  http::response refuse(unsigned status, const std::string& reason) const override;

private:
  void deliver(bmc_answer answer, const http::responder& reply);

  simulated_bmc& bmc_;
  boost::asio::io_context& io_;
  const std::function<void()> asked_;
  const std::function<void()> drop_connections_;
};

}  // namespace ironbus::simulator
