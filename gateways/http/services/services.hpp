#pragma once

#include "gateways/http/events/event_hub.hpp"
#include "gateways/http/services/commander.hpp"
#include "gateways/http/services/heartbeat_throttle.hpp"
#include "gateways/http/services/options.hpp"
#include "gateways/http/services/request_metrics.hpp"
#include "gateways/http/services/store_parts.hpp"
#include "messages/base/time.hpp"
#include "messages/model/driver_catalog.hpp"
#include "messages/model/policy.hpp"
#include "messages/ports/bus.hpp"
#include "messages/ports/inspection_port.hpp"

#include <functional>

namespace ironbus::http {

class bus_watch;
class network_data_schema;
class sign_in;
class api_token_cache;
class write_probe;

/// The objects that handlers use.
struct services {
  bus& messages;
  store_parts stored;
  const driver_catalog& catalog;
  const inspection_port& inspection;
  const ironbus::clock& time;
  const installation_policy& policy;
  const gateway_options& options;
  commander& commands;
  const std::shared_ptr<event_hub>& events;
  request_metrics& counted;
  const bus_watch& watch;
  write_probe& writes;
  std::function<void(std::function<void()>)> post;  ///< Runs a function on a server thread.
  heartbeat_throttle& heartbeats;
  const network_data_schema& networks;
  const sign_in& users;
  api_token_cache* tokens = nullptr;   ///< Null: no token is remembered.
  identity_budget* budgets = nullptr;  ///< Null: users have no limits.
};

}  // namespace ironbus::http
