#pragma once

#include "messages/base/json.hpp"
#include "ops/simulator/bmc/simulated_bmc.hpp"
#include "tests/support/manual_ports.hpp"

#include <string>
#include <string_view>

namespace ironbus::test {

/// One machine of a profile in virtual time, and a client with its password.
class bmc_fixture {
public:
  explicit bmc_fixture(std::string_view profile = "dell", simulator::scenario plan = {},
                       std::string_view quirks = {})
      : plan_(std::move(plan)),
        bmc(simulator::make_identity(7, 0), *simulator::find_profile(profile), time, plan_, 7,
            nullptr, simulator::read_quirks(quirks).value()) {}

  /// A machine that plays a mockup.
  explicit bmc_fixture(const simulator::mockup_ptr& played)
      : bmc(played->recorded(simulator::make_identity(8, 0)), played->kind(), time, plan_, 7,
            played.get()) {}

private:
  simulator::scenario plan_;

public:
  still_clock time;
  simulator::simulated_bmc bmc;

  http::response ask(const std::string& method, const std::string& path, const json& body = nullptr,
                     http::header_list headers = {});
  json get(const std::string& path);
  http::response post(const std::string& path, const json& body = nullptr) {
    return ask("POST", path, body);
  }
  /// Sends the resource's current ETag.
  http::response patch(const std::string& path, const json& body);
  /// Headers of a session, to use instead of the password.
  http::header_list token(const http::response& login) const;

  std::string system(const std::string& rest = {}) const;
  std::string manager(const std::string& rest = {}) const;
  void pass(std::chrono::milliseconds length) { time.moment += length; }
  /// Switches it on and waits until it has booted.
  void boot();
  json boots() { return bmc.state()["booted"]; }
};

/// The first MessageId of an error response, without its registry.
std::string message_of(const http::response& refusal);
json body_of(const http::response& answer);

}  // namespace ironbus::test
