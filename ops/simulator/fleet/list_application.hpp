#pragma once

#include "gateways/http/transport/application.hpp"
#include "messages/base/json.hpp"

#include <functional>

namespace ironbus::simulator {

/// Shows who the machines are.
class list_application final : public http::application {
public:
  explicit list_application(std::function<json()> list) : list_(std::move(list)) {}

  size_t body_bytes_max(const http::request&) const override { return 0; }
  void handle(http::request given, http::responder reply) override;
  http::response refuse(unsigned status, const std::string& reason) const override;

private:
  const std::function<json()> list_;
};

}  // namespace ironbus::simulator
