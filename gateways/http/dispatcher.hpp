#pragma once

#include "gateways/http/api/router.hpp"
#include "gateways/http/services/audit_trail.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/transport/application.hpp"

namespace ironbus::http {

/// The API for the server: finds the route, negotiates the version and runs the handler.
class api final : public application {
public:
  explicit api(services& context, listener_kind listener = listener_kind::only);

  size_t body_bytes_max(const request& head) const override;
  void admit(const request& head, std::function<void(std::optional<response>)> verdict) override;
  void handle(request request, responder reply) override;
  response refuse(unsigned status, const std::string& reason) const override;

private:
  call_ptr begin(request request, responder reply);
  void audit(const call& answered, unsigned status);

  services& services_;
  const listener_kind listener_;
  std::unique_ptr<audit_trail> audit_;  ///< Null: only ramdisks send requests here.
};

}  // namespace ironbus::http
