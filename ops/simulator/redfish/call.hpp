#pragma once

#include "gateways/http/transport/message.hpp"
#include "messages/base/uuid.hpp"
#include "ops/simulator/machine/machine_state.hpp"
#include "ops/simulator/redfish/messages.hpp"
#include "ops/simulator/redfish/sessions.hpp"

#include <tl/expected.hpp>

#include <map>
#include <string>
#include <vector>

namespace ironbus::simulator {

class mockup;

/// An event subscription.
struct subscription {
  json shown;
  http::header_list headers = {};  ///< Sent with each event; never shown: may contain secrets.
};

/// The state of a BMC.
struct bmc_memory {
  machine_state machine;
  session_list sessions;
  id_source ids;
  std::map<unsigned, subscription> subscriptions;
  unsigned subscriptions_made = 0;
  unsigned events_made = 0;
  std::chrono::microseconds clock_offset{};  ///< Of the BMC's own clock.
  unsigned restarts_seen = 0;                ///< Sessions end at a restart.
  bool tasks_fail = false;                   ///< Tasks of the current request fail.
  const mockup* played = nullptr;            ///< The played mockup; null: own resources.
  std::string password = {};                 ///< Replaces the factory password; empty: unchanged.

  const std::string& account_password() const {
    return password.empty() ? machine.who().password : password;
  }
};

/// A request with its resolved resource.
struct call {
  bmc_memory& memory;
  const http::request& request;
  std::string path;              ///< Without query and trailing slash.
  std::vector<std::string> ids;  ///< Values of the `*` of the route.
  json body;                     ///< An object; null for a request without body.

  machine_state& machine() const { return memory.machine; }
  const profile& kind() const { return memory.machine.kind(); }
  timestamp now() const { return memory.machine.now(); }
};

struct reply {
  unsigned status = 200;
  json body;  ///< Null: no body.
  http::header_list headers = {};
};

using answer = tl::expected<reply, fault>;
using handler = answer (*)(const call& call);

inline tl::unexpected<fault> refuse(fault why) { return tl::unexpected<fault>(std::move(why)); }

/// 204.
inline reply no_content() { return {204, nullptr, {}}; }

}  // namespace ironbus::simulator
