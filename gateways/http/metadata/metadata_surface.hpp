#pragma once

#include "gateways/http/services/services.hpp"
#include "gateways/http/transport/application.hpp"

namespace ironbus::http {

/// What instances ask about themselves (metadata_document.hpp), at an address of its own. Who asks
/// is known by the address that the request comes from (neighbours.hpp), or by a secret that the
/// instance has been given: /instance/NODE/TOKEN/…, with the TOKEN of instance_info.metadata_token.
/// Whatever the reason why there is nothing, the answer is the same.
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
