// The effective configuration.

#include "ops/ironbusd/commands/reference.hpp"
#include "ops/ironbusd/options/address_check.hpp"
#include "ops/ironbusd/options/option_table.hpp"
#include "ops/ironbusd/text/flow_text.hpp"

namespace ironbus::daemon {

namespace {

void add_line(std::string& out, const configuration& effective, const option& option,
              const std::string& place) {
  const auto value = masked(option.secret, option.where.show(effective.values, option.allowed));
  const auto origin = effective.origins.find(option.key());
  const auto source = origin == effective.origins.end() ? "default" : origin->second;
  if (value.empty())
    out += place + "# " + option.name + " is unset: " + option.unset + "\n";
  else
    out += place + option.name + ": " + value + "  # " + source + "\n";
}

}  // namespace

std::string effective_yaml(const configuration& effective, bool set_only) {
  std::string out;
  for (const auto& part : sections()) {
    std::string body;
    for (const auto& x : option_table())
      if (x.section == part.name && (!set_only || effective.origins.contains(x.key())))
        add_line(body, effective, x, part.name.empty() ? "" : "  ");
    if (body.empty()) continue;
    out += part.name.empty() ? body : std::string{part.name} + ":\n" + body;
  }
  return out;
}

}  // namespace ironbus::daemon
