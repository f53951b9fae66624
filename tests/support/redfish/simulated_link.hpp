#pragma once

#include "drivers/kit/http/http_message.hpp"
#include "ops/simulator/bmc/simulated_bmc.hpp"
#include "tests/support/manual_ports.hpp"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace ironbus::test {

/// A simulated BMC behind a transport without sockets, as strict as the HTTP client: it rejects
/// requests without a valid permit and malformed requests. Each request advances its clock. Thread
/// safe.
class simulated_link {
public:
  explicit simulated_link(std::string_view profile = "dell", simulator::scenario plan = {},
                          std::string_view quirks = {})
      : plan_{std::move(plan)}, bmc{simulator::make_identity(7, 0),
                                    *simulator::find_profile(profile),
                                    time,
                                    plan_,
                                    7,
                                    nullptr,
                                    simulator::read_quirks(quirks).value()} {}

private:
  simulator::scenario plan_;
  std::mutex mutex_;

public:
  still_clock time;
  std::chrono::milliseconds pace{1'000};  ///< Duration of a request.
  simulator::simulated_bmc bmc;
  std::vector<std::string> calls;  ///< "GET /redfish/v1/ 200", in order.
  std::vector<http_request> requests;
  /// Overrides the machine's response if it returns one.
  std::function<std::optional<http_result>(const http_request&)> instead;

  /// The driver_info of a node for this BMC.
  json driver_info(const std::string& auth = "auto") const {
    return {{"redfish_address", "https://192.0.2.7"},
            {"redfish_username", bmc.kind().user},
            {"redfish_password", bmc.who().password},
            {"redfish_auth_type", auth}};
  }

  http_exchange exchange() {
    return [this](http_request request) { return answer(std::move(request)); };
  }

  size_t count(std::string_view part) {
    const std::lock_guard hold{mutex_};
    size_t out = 0;
    for (const auto& one : calls) out += one.find(part) != std::string::npos ? 1U : 0U;
    return out;
  }
  /// Number of requests whose body contains that text.
  size_t bodies(std::string_view part) {
    const std::lock_guard hold{mutex_};
    size_t out = 0;
    for (const auto& one : requests) out += one.body.find(part) != std::string::npos ? 1U : 0U;
    return out;
  }
  size_t total() {
    const std::lock_guard hold{mutex_};
    return calls.size();
  }

private:
  boost::asio::awaitable<http_result> answer(http_request request) { co_return take(request); }

  http_result take(const http_request& request) {
    if (!request.allowed.check()) return http_fail(http_error::refused, permit_refused);
    if (const auto why = unsendable(request); !why.empty())
      return http_fail(http_error::refused, "Cannot send a request: " + why + ".");
    const std::lock_guard hold{mutex_};
    auto out = given(request);
    const auto status = out ? std::to_string(out->status) : "no answer";
    static constexpr std::array names{"GET", "POST", "PATCH", "PUT", "DELETE"};
    calls.push_back(std::string{names[static_cast<size_t>(request.method)]} + " " + request.target +
                    " " + status);
    requests.push_back(request);
    time.moment += pace;
    return out;
  }

  http_result given(const http_request& request) {
    if (instead)
      if (auto out = instead(request)) return std::move(*out);
    static constexpr std::array names{"GET", "POST", "PATCH", "PUT", "DELETE"};
    const auto said = bmc.answer_to({names[static_cast<size_t>(request.method)], request.target,
                                     request.headers, request.body});
    if (said.how != simulator::delivery::whole)
      return http_fail(http_error::broken_off, "The connection to the BMC was lost.");
    http_response out;
    out.status = said.response.status;
    out.headers = said.response.headers;
    if (!said.response.body.empty())
      out.headers.emplace_back("Content-Type", said.response.content_type);
    out.body = said.response.body;
    return out;
  }
};

}  // namespace ironbus::test
