#include "ops/ironbusd/configuration/written_options.hpp"

#include "ops/ironbusd/configuration/completion.hpp"
#include "ops/ironbusd/options/address_check.hpp"
#include "ops/ironbusd/options/option_table.hpp"

#include <algorithm>
#include <array>

namespace ironbus::daemon {

namespace {

/// Sections about connections to other systems: no decision depends on them.
constexpr std::array<std::string_view, 6> other_sections{"ipmi", "redfish", "fake",
                                                         "amqp", "redis",   "sqlite"};

constexpr size_t key_shown_max = 80;

bool matters(const option& declared) {
  return declared.secret != secrecy::whole &&
         std::find(other_sections.begin(), other_sections.end(), declared.section) ==
             other_sections.end();
}

}  // namespace

std::string written_options(const configuration& effective) {
  auto out = json::object();
  for (const auto& declared : option_table())
    if (matters(declared) && effective.origins.contains(declared.key()))
      out[declared.key()] =
          masked(declared.secret, declared.where.show(effective.values, declared.allowed));
  return to_text(out);
}

result<settings> read_written_options(const json& options) {
  settings out;
  for (const auto& [key, value] : options.items()) {
    const auto* declared = find_option(key);
    if (declared == nullptr || !value.is_string())
      return fail(error_code::invalid,
                  key.substr(0, key_shown_max) + " is not an option of this release");
    const auto text = value.get<std::string>();
    if (!text.empty() && !declared->where.read(out, read_inline(text), declared->allowed))
      return fail(error_code::invalid, key + " has a value that this release rejects");
  }
  complete(out);
  return out;
}

}  // namespace ironbus::daemon
