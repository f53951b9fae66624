// The configuration as it is in effect.

#include "ops/ironbusd/commands/reference.hpp"
#include "ops/ironbusd/options/address_check.hpp"
#include "ops/ironbusd/options/flow_text.hpp"
#include "ops/ironbusd/options/option_table.hpp"

namespace ironbus::daemon {

namespace {

void add_line(std::string& out, const configuration& from, const option& option,
              const std::string& at) {
  auto value = option.where.show(from.values, option.allowed);
  if (option.secret == secrecy::url) value = mask_url(value);
  const auto origin = from.origins.find(option.key());
  const auto source = origin == from.origins.end() ? "default" : origin->second;
  if (value.empty())
    out += at + "# " + option.name + " is unset: " + option.unset + "\n";
  else
    out += at + option.name + ": " + value + "  # " + source + "\n";
}

}  // namespace

std::string effective_yaml(const configuration& from, bool set_only) {
  std::string out;
  for (const auto& part : sections()) {
    std::string body;
    for (const auto& x : option_table())
      if (x.section == part.name && (!set_only || from.origins.contains(x.key())))
        add_line(body, from, x, part.name.empty() ? "" : "  ");
    if (body.empty()) continue;
    out += part.name.empty() ? body : std::string{part.name} + ":\n" + body;
  }
  return out;
}

}  // namespace ironbus::daemon
