#pragma once

#include "gateways/http/beat_gate.hpp"
#include "gateways/http/commander.hpp"
#include "gateways/http/event_hub.hpp"
#include "gateways/http/metrics.hpp"
#include "gateways/http/options.hpp"
#include "messages/bus.hpp"
#include "messages/driver_catalog.hpp"
#include "messages/inspection_port.hpp"
#include "messages/store.hpp"
#include "messages/time.hpp"

#include <functional>

namespace ironbus::http {

class basic_auth;
class bus_watch;
class network_data_schema;

/// What handlers work with.
struct services {
  bus& messages;
  store& records;
  const driver_catalog& catalog;
  const inspection_port& inspection;
  const ironbus::clock& time;
  const gateway_options& options;
  commander& commands;
  event_hub& events;
  metrics& counted;
  const bus_watch& watch;
  std::function<void(std::function<void()>)> post;  ///< Onto a thread of the server's.
  beat_gate& beats;
  const network_data_schema& networks;
  basic_auth* users = nullptr;  ///< Null: nobody is asked who they are.
};

}  // namespace ironbus::http
