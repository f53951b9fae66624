#pragma once

#include "gateways/http/services/services.hpp"
#include "gateways/http/transport/application.hpp"

namespace ironbus::http {

/// Serves instances their metadata (metadata_document.hpp) at a separate address. The instance is
/// identified by the sender's address (neighbours.hpp), or by the path /instance/NODE/TOKEN/… with
/// the secret instance_info.metadata_token. All refusals have the same answer, whatever the reason.
class metadata_surface final : public application {
public:
  explicit metadata_surface(services& context) : services_(context) {}

  size_t body_bytes_max(const request& head) const override;
  void handle(request asked, responder reply) override;
  response refuse(unsigned status, const std::string& reason) const override;

private:
  services& services_;
};

}  // namespace ironbus::http
