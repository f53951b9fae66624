#pragma once

#include "gateways/http/transport/application.hpp"
#include "messages/base/json.hpp"

#include <functional>
#include <optional>
#include <string>

namespace ironbus::simulator {

/// Serves the port of a fleet: the list of machines, their consoles, and their agents.
class fleet_application final : public http::application {
public:
  /// `list` passes the machines to its callback. `agents` answers requests below /agents/ (null: no
  /// agents). `console` returns the end of the serial output of a machine by name, unset if there
  /// is none. `report` returns what the machines did.
  fleet_application(std::function<void(std::function<void(json)>)> list,
                    std::function<void(http::request, http::responder)> agents,
                    std::function<std::optional<std::string>(const std::string&)> console,
                    std::function<json()> report)
      : list_(std::move(list)),
        agents_(std::move(agents)),
        console_(std::move(console)),
        report_(std::move(report)) {}

  size_t body_bytes_max(const http::request& head) const override;
  void handle(http::request given, http::responder reply) override;
  http::response refuse(unsigned status, const std::string& reason) const override;

private:
  bool is_for_agent(const http::request& x) const;
  http::response show(const http::request& given) const;

  const std::function<void(std::function<void(json)>)> list_;
  const std::function<void(http::request, http::responder)> agents_;
  const std::function<std::optional<std::string>(const std::string&)> console_;
  const std::function<json()> report_;
};

}  // namespace ironbus::simulator
