#include "ops/ironbusd/configuration/webhook_rules.hpp"

namespace ironbus::daemon {

void check_webhooks(const settings& settings, problems& out) {
  for (const auto& text : settings.webhook_ports)
    if (ports_among({text}).empty())
      out.push_back(
          {"", "webhooks.ports",
           "'" + text.substr(0, 80) + "' is not a valid port; allowed: numbers from 1 to 65535"});
  if (settings.runtime.webhooks.retry_longest < settings.runtime.webhooks.retry_first)
    out.push_back({"", "webhooks.retry_longest",
                   "is less than webhooks.retry_first; allowed: the same or more"});
}

}  // namespace ironbus::daemon
