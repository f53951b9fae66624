#include "gateways/http/monitoring/readiness.hpp"

namespace ironbus::http {

json readiness(const bus_watch& messages, const result<std::monostate>& written,
               const std::string& durability) {
  const auto [state, reason] = messages.now();
  const bool connected = state == bus_state::connected;
  json out{{"ready", connected && written.has_value()},
           {"bus", {{"ready", connected}, {"state", name_of(state)}}},
           {"store", {{"ready", written.has_value()}, {"durability", durability}}}};
  if (!connected) out["bus"]["reason"] = reason;
  if (!written) out["store"]["reason"] = written.error().message;
  return out;
}

}  // namespace ironbus::http
