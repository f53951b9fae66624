#pragma once

#include "drivers/redfish/client/redfish_client.hpp"
#include "tests/unit/drivers/kit/run_alone.hpp"
#include "tests/unit/drivers/redfish/redfish_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace ironbus::test {

inline constexpr const char* service_root = "/redfish/v1/";

inline http_response with_body(unsigned status, std::string body, http_headers headers = {}) {
  http_response out;
  out.status = status;
  out.body = std::move(body);
  out.headers = std::move(headers);
  return out;
}

/// A client of a simulated machine.
struct asking {
  explicit asking(std::string_view profile = "dell", simulator::scenario plan = {})
      : link{profile, std::move(plan)} {}

  redfish_client client(redfish_options wanted = quick_redfish()) {
    options = std::move(wanted);
    connections = std::make_unique<redfish_connections>(io.get_executor(), link.exchange(), 10);
    const auto account = read_redfish_account(link.driver_info()).value();
    return {connections->find(account, lasting_permit()), lasting_permit(), options};
  }
  auto get(const std::string& path) { return run_alone(io, client().get(path)); }
  std::string error_of_get(const std::string& path) {
    const auto out = get(path);
    BOOST_REQUIRE(!out.has_value());
    return out.error().message;
  }
  /// Answers everything except the login with this response.
  void answer_all(std::function<std::optional<http_result>()> say) {
    link.instead = [say](const http_request& request) -> std::optional<http_result> {
      if (request.target == service_root || holds(request.target, "SessionService")) return {};
      return say();
    };
  }
  std::string system() const {
    return "/redfish/v1/Systems/" + std::string{link.bmc.kind().system_id};
  }

  boost::asio::io_context io;
  simulated_link link;
  redfish_options options;
  std::unique_ptr<redfish_connections> connections;
};

}  // namespace ironbus::test
