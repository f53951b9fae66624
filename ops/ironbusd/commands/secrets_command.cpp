#include "ops/ironbusd/commands/secrets_command.hpp"

#include "messages/base/time.hpp"
#include "messages/crypto/secret_keys.hpp"
#include "ops/ironbusd/manual/exit_codes.hpp"

#include <iostream>

namespace ironbus::daemon {

namespace {

/// Such as "k2026-11-28-093015". Two keys of one day have different ids.
std::string id_of_now() {
  constexpr size_t date_length = 10;
  const auto text = ironbus::to_string(system_clock{}.now());  // 2026-11-28T09:30:15…
  return "k" + text.substr(0, date_length) + "-" + text.substr(11, 2) + text.substr(14, 2) +
         text.substr(17, 2);
}

}  // namespace

int run_new_secret_key(const secrets_request& asked) {
  const auto id = asked.id.empty() ? id_of_now() : asked.id;
  const auto line = new_secret_key_line(id);
  const auto box = parse_secret_keys(line).and_then(secret_box::make);
  if (!box) {
    std::cerr << "ironbusd secrets new-key: --id: " << box.error().message << std::endl;
    return exit_usage;
  }
  std::cout << line << std::flush;
  return exit_ok;
}

}  // namespace ironbus::daemon
