#pragma once

#include "gateways/http/transport/application.hpp"
#include "messages/base/json.hpp"

#include <functional>

namespace ironbus::simulator {

/// What the port of a fleet serves: who the machines are, and their agents.
class fleet_application final : public http::application {
public:
  /// `list` gives the machines to whom it is handed; `agents` answers what is below /agents/, or
  /// is null where there are none.
  fleet_application(std::function<void(std::function<void(json)>)> list,
                    std::function<void(http::request, http::responder)> agents)
      : list_(std::move(list)), agents_(std::move(agents)) {}

  size_t body_bytes_max(const http::request& head) const override;
  void handle(http::request given, http::responder reply) override;
  http::response refuse(unsigned status, const std::string& reason) const override;

private:
  bool is_for_agent(const http::request& x) const;

  const std::function<void(std::function<void(json)>)> list_;
  const std::function<void(http::request, http::responder)> agents_;
};

}  // namespace ironbus::simulator
