#pragma once

#include "gateways/http/api/router.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/transport/application.hpp"

namespace ironbus::http {

/// The API as the server sees it: finds the route, settles the version, runs the handler.
class api final : public application {
public:
  explicit api(services& with, listener_kind at = listener_kind::only) : with_(with), at_(at) {}

  size_t body_bytes_max(const request& head) const override;
  void handle(request x, responder reply) override;
  response refuse(unsigned status, const std::string& reason) const override;

private:
  services& with_;
  const listener_kind at_;
};

}  // namespace ironbus::http
