#include "gateways/http/monitoring/readiness.hpp"

namespace ironbus::http {

json readiness(const bus_watch& messages, const result<std::monostate>& pinged,
               const std::string& durability) {
  const auto [state, reason] = messages.now();
  const bool connected = state == bus_state::connected;
  json out{{"ready", connected && pinged.has_value()},
           {"bus", {{"ready", connected}, {"state", name_of(state)}}},
           {"store", {{"ready", pinged.has_value()}, {"durability", durability}}}};
  if (!connected) out["bus"]["reason"] = reason;
  if (!pinged) out["store"]["reason"] = pinged.error().message;
  return out;
}

}  // namespace ironbus::http
