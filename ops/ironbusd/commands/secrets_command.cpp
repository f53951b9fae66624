#include "ops/ironbusd/commands/secrets_command.hpp"

#include "messages/base/time.hpp"
#include "messages/crypto/secret_keys.hpp"
#include "ops/ironbusd/manual/exit_codes.hpp"

#include <iostream>

namespace ironbus::daemon {

namespace {

/// Such as "k2026-11-28".
std::string id_of_today() {
  constexpr size_t date_length = 10;
  return "k" + ironbus::to_string(system_clock{}.now()).substr(0, date_length);
}

}  // namespace

int run_new_secret_key(const secrets_request& asked) {
  const auto id = asked.id.empty() ? id_of_today() : asked.id;
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
