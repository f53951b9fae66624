#include "drivers/ramdisk/start/kernel_parameters.hpp"

#include "drivers/ramdisk/base/text.hpp"

#include <algorithm>

namespace ironbus::ramdisk {

namespace {

using values = std::map<std::string, std::string>;

std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> out;
  if (text.find(':') == std::string_view::npos) {  // octets of hexadecimal digits, separated by '-'
    out = split(text, '-');
    if (out.size() == 7) out.erase(out.begin());  // the hardware type that PXE puts first
  } else {
    out = split(text, ':');
  }
  return out;
}

/// Splits the arguments at white space outside of quotes.
std::vector<std::string> arguments(std::string_view text) {
  std::vector<std::string> out;
  std::string word;
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == ' ' || c == '\n' || c == '\t')) {
      if (!word.empty()) out.push_back(std::move(word));
      word.clear();
    } else {
      word += c;
    }
  }
  if (!word.empty()) out.push_back(std::move(word));
  return out;
}

std::string value_named(const values& all, const char* name) {
  const auto found = all.find(name);
  return found == all.end() ? std::string{} : found->second;
}

std::vector<std::string> list_of(const values& all, const char* name) {
  std::vector<std::string> out;
  for (auto& one : split(value_named(all, name), ',')) {
    while (!one.empty() && one.back() == '/') one.pop_back();
    if (!one.empty()) out.push_back(std::move(one));
  }
  return out;
}

bool flag_of(const values& all, const char* name, bool otherwise) {
  const auto text = value_named(all, name);
  return text.empty() ? otherwise : is_true(text);
}

/// A number in the range, or the default. An error cannot be corrected at this point.
template <class Number>
void read_number(const values& all, const char* name, Number& out, std::uint64_t least,
                 std::uint64_t most) {
  const auto found = number(value_named(all, name));
  if (found && *found >= least && *found <= most) out = Number{static_cast<int>(*found)};
}

}  // namespace

bool is_true(std::string_view text) {
  const auto word = lower(trimmed(text));
  return word == "1" || word == "true" || word == "yes" || word == "on" || word == "t" ||
         word == "y";
}

std::string mac_of(std::string_view text) {
  const auto parts = parts_of(text);
  std::string out;
  for (const auto& part : parts) {
    if (part.size() != 2 || !number(part, 16)) return {};
    out += (out.empty() ? "" : ":") + lower(part);
  }
  return parts.size() == 6 ? out : std::string{};
}

values parse_command_line(std::string_view text) {
  values out;
  for (const auto& argument : arguments(text)) {
    const auto equals = argument.find('=');
    out[argument.substr(0, equals)] =
        equals == std::string::npos ? "1" : argument.substr(equals + 1);
  }
  return out;
}

bool kernel_parameters::has_collector(std::string_view name) const {
  return std::find(collectors.begin(), collectors.end(), name) != collectors.end();
}

kernel_parameters read_kernel_parameters(const values& all) {
  kernel_parameters out;
  out.api_urls = list_of(all, "ipa-api-url");
  out.callback_urls = list_of(all, "ipa-inspection-callback-url");
  out.agent_token = value_named(all, "ipa-agent-token");
  out.request_id = value_named(all, "ipa-global-request-id");
  out.boot_mac = mac_of(value_named(all, "BOOTIF"));
  if (const auto version = value_named(all, "ipa-ironic-api-version"); !version.empty())
    out.api_version = version;
  if (auto collectors = list_of(all, "ipa-inspection-collectors"); !collectors.empty()) {
    out.collectors = std::move(collectors);
    out.collectors_given = true;
  }
  out.advertise_host = value_named(all, "ipa-advertise-host");
  out.debug = flag_of(all, "ipa-debug", out.debug);
  out.insecure = flag_of(all, "ipa-insecure", out.insecure);
  out.collect_lldp = flag_of(all, "ipa-collect-lldp", out.has_collector("lldp"));
  out.auto_tls = flag_of(all, "ipa-enable-auto-tls", out.auto_tls);
  if (const auto least = value_named(all, "ipa-tls-min-version"); !least.empty())
    out.tls.minimum_version = least;
  out.tls.ciphers = value_named(all, "ipa-tls-cipher-suites");
  read_number(all, "ipa-listen-port", out.listen_port, 1, 65535);
  out.advertise_port = out.listen_port;
  read_number(all, "ipa-advertise-port", out.advertise_port, 1, 65535);
  read_number(all, "ipa-disk-wait-attempts", out.disk_wait_attempts, 0, 1000);
  read_number(all, "ipa-disk-wait-delay", out.disk_wait_delay, 0, 600);
  read_number(all, "ipa-lookup-timeout", out.lookup_timeout, 1, 86400);
  read_number(all, "ipa-lookup-interval", out.lookup_interval, 1, 600);
  read_number(all, "ipa-http-request-timeout", out.request_timeout, 1, 3600);
  read_number(all, "ipa-image-download-connection-timeout", out.image_timeout, 1, 3600);
  read_number(all, "ipa-image-download-connection-retries", out.image_retries, 0, 1000);
  read_number(all, "ipa-image-download-connection-retry-interval", out.image_retry_interval, 0,
              600);
  read_number(all, "ipa-lldp-timeout", out.lldp_timeout, 1, 300);
  return out;
}

}  // namespace ironbus::ramdisk
