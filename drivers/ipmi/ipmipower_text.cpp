#include "drivers/ipmi/ipmipower_text.hpp"

#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

using namespace std::chrono_literals;

constexpr size_t answers_max = 100'000;
constexpr std::chrono::milliseconds session_timeout = 10s;
constexpr std::chrono::milliseconds repeat_after = 1s;
constexpr std::chrono::milliseconds run_time_max = 60s;

struct level_row {
  std::string_view level;
  const char* of_ipmipower;
};

constexpr std::array power_levels{level_row{"ADMINISTRATOR", "ADMIN"},
                                  level_row{"OPERATOR", "OPERATOR"}, level_row{"USER", "USER"}};

struct answer_row {
  std::string_view answer;
  std::string_view why;
  bool silent = false;
  bool refused = false;
};

constexpr std::string_view no_answer = "it did not respond";
constexpr std::string_view no_entry =
    "it rejected the user name, the password or the K_g key of driver_info";

constexpr std::array answer_rows{
    answer_row{"connection timeout", no_answer, true},
    answer_row{"session timeout", no_answer, true},
    answer_row{"message timeout", no_answer, true},
    answer_row{"username invalid", no_entry, false, true},
    answer_row{"password invalid", no_entry, false, true},
    answer_row{"password verification timeout", no_entry, false, true},
    answer_row{"k_g invalid", no_entry, false, true},
    answer_row{"BMC busy", "it is busy"},
};

/// Its configuration has quotes and comments, but no escapes.
bool is_plain(std::string_view text) {
  constexpr std::string_view special = "\"'#\\";
  return std::all_of(text.begin(), text.end(), [special](char letter) {
    return letter > ' ' && letter <= '~' && special.find(letter) == std::string_view::npos;
  });
}

const level_row* find_level(std::string_view name) {
  const auto found = std::find_if(power_levels.begin(), power_levels.end(),
                                  [name](const auto& row) { return row.level == name; });
  return found == power_levels.end() ? nullptr : &*found;
}

std::string hex_text(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out = "0x";
  for (const unsigned char byte : bytes) {
    out += digits[byte >> 4U];
    out += digits[byte & 15U];
  }
  return out;
}

std::string configuration(const ipmi_access& access) {
  std::string out;
  if (!access.user.empty()) out += "username " + access.user + "\n";
  if (!access.password.empty()) out += "password " + access.password + "\n";
  if (!access.kg_key.empty()) out += "k_g " + hex_text(access.kg_key) + "\n";
  return out.empty() ? "\n" : out;
}

}  // namespace

bool fits_ipmipower(const ipmi_access& access) {
  return access.version_2 && access.bridges.empty() && find_level(access.level) != nullptr &&
         access.address.find(':') == std::string::npos && is_plain(access.user) &&
         is_plain(access.password);
}

child_command ipmipower_call(permit allowed, const ipmi_access& access, int suite,
                             const std::vector<std::string>& hosts, const ipmi_options& options) {
  child_command out{std::move(allowed)};
  out.argv = {options.ipmipower_path,
              "--config-file",
              child_secret_path,
              "-D",
              "LAN_2_0",
              "-I",
              std::to_string(suite),
              "-l",
              find_level(access.level)->of_ipmipower,
              "--session-timeout",
              std::to_string(session_timeout.count()),
              "--retransmission-timeout",
              std::to_string(repeat_after.count())};
  if (!options.ipmipower_workarounds.empty()) {
    out.argv.emplace_back("-W");
    out.argv.push_back(join(
        options.ipmipower_workarounds, [](const auto& x) { return x; }, ","));
  }
  out.argv.insert(out.argv.end(), {"-h",
                                   join(
                                       hosts, [](const auto& x) { return x; }, ","),
                                   "--stat"});
  out.environment = {{"PATH", "/usr/sbin:/usr/bin:/sbin:/bin"}, {"LC_ALL", "C"}};
  out.secret = configuration(access);
  out.deadline = run_time_max;
  return out;
}

std::map<std::string, std::string, std::less<>> read_ipmipower(std::string_view text) {
  std::map<std::string, std::string, std::less<>> out;
  while (!text.empty() && out.size() < answers_max) {
    const auto end = text.find('\n');
    const auto line = trim(text.substr(0, end), " \t\r");
    const auto colon = line.rfind(": ");
    if (colon != std::string_view::npos && colon > 0)
      out.emplace(line.substr(0, colon), line.substr(colon + 2));
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  }
  return out;
}

ipmipower_meaning meaning_of(std::string_view answer) {
  if (answer == "on") return {power_state::on, {}};
  if (answer == "off") return {power_state::off, {}};
  for (const auto& row : answer_rows)
    if (row.answer == answer) return {std::nullopt, row.why, row.silent, row.refused};
  return {};
}

}  // namespace ironbus
