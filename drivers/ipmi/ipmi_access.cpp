#include "drivers/ipmi/ipmi_access.hpp"

#include "drivers/kit/driver_info_reader.hpp"
#include "drivers/kit/password_rotation.hpp"
#include "messages/platform/network.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

// Limits of the protocol and of ipmitool.
constexpr size_t user_bytes_max = 16;
constexpr size_t password_bytes_max = 20;
constexpr size_t kg_key_bytes_max = 20;
constexpr size_t host_bytes_max = 253;

constexpr std::array<std::string_view, 4> levels{"ADMINISTRATOR", "OPERATOR", "USER", "CALLBACK"};
constexpr std::array<std::string_view, 3> bridgings{"no", "single", "dual"};

/// It becomes an argument of a program, so it must not look like an option.
bool is_host(const std::string& host) {
  if (parse_ip(host)) return true;
  const auto letter = [](unsigned char byte) {
    return std::isalnum(byte) != 0 || byte == '.' || byte == '-' || byte == '_';
  };
  return host.size() <= host_bytes_max &&
         std::isalnum(static_cast<unsigned char>(host.front())) != 0 &&
         std::all_of(host.begin(), host.end(), letter);
}

bool is_line(const std::string& x) {
  return std::none_of(x.begin(), x.end(),
                      [](unsigned char byte) { return byte < ' ' || byte == 0x7f; });
}

void read_host(driver_info_reader& reader, ipmi_access& out) {
  const auto address = reader.text("ipmi_address");
  if (address.empty())
    reader.refuse_missing("ipmi_address");
  else if (!is_host(address))
    reader.refuse("ipmi_address", "an IP address or a host name");
  out.address = address;
  out.port = static_cast<uint16_t>(reader.number("ipmi_port", 1, 65535).value_or(623));
  if (const auto port = reader.number("ipmi_terminal_port", 1, 65535))
    out.terminal_port = static_cast<uint16_t>(*port);
}

void read_user(driver_info_reader& reader, ipmi_access& out) {
  out.user = reader.text("ipmi_username");
  if (out.user.size() > user_bytes_max || !is_line(out.user))
    reader.refuse("ipmi_username", "a text of up to 16 bytes");
  out.password = reader.text("ipmi_password");
  if (out.password.size() > password_bytes_max || !is_line(out.password))
    reader.refuse("ipmi_password", "a text of up to 20 bytes");
  out.level = reader.word("ipmi_priv_level", levels).value_or("ADMINISTRATOR");
}

void read_protocol(driver_info_reader& reader, ipmi_access& out) {
  const auto version = reader.text("ipmi_protocol_version");
  if (!version.empty() && version != "2.0" && version != "1.5")
    reader.refuse("ipmi_protocol_version", "2.0, 1.5");
  out.version_2 = version != "1.5";
  if (const auto suite = reader.number("ipmi_cipher_suite", 1, 255))
    out.suite = static_cast<int>(*suite);
  if (out.suite && !out.version_2)
    reader.refuse("ipmi_cipher_suite", "no value if ipmi_protocol_version is 1.5");
}

int hex_digit(char letter) {
  constexpr std::string_view digits = "0123456789abcdef";
  const auto lower_case =
      letter >= 'A' && letter <= 'F' ? static_cast<char>(letter - 'A' + 'a') : letter;
  const auto found = digits.find(lower_case);
  return found == std::string_view::npos ? -1 : static_cast<int>(found);
}

/// ipmitool reads it from its environment, where a zero byte would end it. Zero bytes at the end
/// are padding anyway.
void read_kg_key(driver_info_reader& reader, ipmi_access& out) {
  const auto text = reader.text("ipmi_hex_kg_key");
  const bool digits =
      std::all_of(text.begin(), text.end(), [](char x) { return hex_digit(x) >= 0; });
  if (!digits || text.size() % 2 != 0 || text.size() > 2 * kg_key_bytes_max)
    return reader.refuse("ipmi_hex_kg_key", "an even number of up to 40 hexadecimal digits");
  for (size_t i = 0; i < text.size(); i += 2)
    out.kg_key += static_cast<char>(hex_digit(text[i]) * 16 + hex_digit(text[i + 1]));
  while (out.kg_key.ends_with('\0')) out.kg_key.pop_back();
  if (out.kg_key.find('\0') != std::string::npos)
    reader.refuse("ipmi_hex_kg_key", "no byte 00 except at the end");
}

struct bridge_row {
  const char* option;
  const char* key;
  bool single;  ///< For single bridging too.
  bool required;
};

constexpr std::array bridge_rows{
    bridge_row{"-m", "ipmi_local_address", true, false},
    bridge_row{"-B", "ipmi_transit_channel", false, true},
    bridge_row{"-T", "ipmi_transit_address", false, true},
    bridge_row{"-b", "ipmi_target_channel", true, true},
    bridge_row{"-t", "ipmi_target_address", true, true},
};

void read_bridges(driver_info_reader& reader, ipmi_access& out) {
  const auto bridging = reader.word("ipmi_bridging", bridgings).value_or("no");
  if (bridging == "no") return;
  for (const auto& row : bridge_rows) {
    if (bridging == "single" && !row.single) continue;
    const auto value = reader.byte(row.key);
    if (!value.empty()) {
      out.bridges.emplace_back(row.option);
      out.bridges.push_back(value);
    } else if (row.required) {
      reader.refuse_missing(row.key);
    }
  }
}

}  // namespace

std::string ipmi_access::place() const {
  const bool bare = address.find(':') == std::string::npos;
  return (bare ? address : "[" + address + "]") + ":" + std::to_string(port);
}

size_t ipmi_access::credentials() const {
  std::string all;
  for (const auto* part : {&user, &password, &second_password, &kg_key, &level})
    all += *part + '\0';
  return std::hash<std::string>{}(all);
}

result<ipmi_access> read_ipmi_access(const json& driver_info) {
  driver_info_reader reader{driver_info};
  ipmi_access out;
  read_host(reader, out);
  read_user(reader, out);
  read_protocol(reader, out);
  read_kg_key(reader, out);
  read_bridges(reader, out);
  out.force_boot_device = reader.boolean("ipmi_force_boot_device").value_or(false);
  out.disable_boot_timeout = reader.boolean("ipmi_disable_boot_timeout");
  if (auto wrong = reader.wrong()) return tl::unexpected(std::move(*wrong));
  return out;
}

result<ipmi_access> ipmi_access_of(const machine& target) {
  auto out = read_ipmi_access(target.driver_info);
  if (!out) return out;
  out->second_password = second_password(target.driver_internal_info);
  out->vendor = vendor_number(target.properties);
  return out;
}

std::vector<driver_property> ipmi_properties() {
  return {
      {"ipmi_address", "IP address or host name of the BMC. Required.", true},
      {"ipmi_port", "UDP port of the BMC. Default: 623. Optional.", false},
      {"ipmi_username", "User name. Default: the user without a name. Optional.", false},
      {"ipmi_password", "Password of up to 20 bytes. Optional.", false},
      {"ipmi_priv_level",
       "Privilege level: ADMINISTRATOR (default), OPERATOR, USER or CALLBACK. Optional.", false},
      {"ipmi_protocol_version", "IPMI version: 2.0 (default) or 1.5. Optional.", false},
      {"ipmi_cipher_suite",
       "Number of the cipher suite. Default: the configured suites, one after the other. Optional.",
       false},
      {"ipmi_hex_kg_key", "K_g key of up to 40 hexadecimal digits. Optional.", false},
      {"ipmi_bridging", "Bridging: no (default), single or dual. Optional.", false},
      {"ipmi_local_address", "Local IPMB address for bridged requests. Optional.", false},
      {"ipmi_target_channel", "Target channel. Required for bridging.", false},
      {"ipmi_target_address", "Target address. Required for bridging.", false},
      {"ipmi_transit_channel", "Transit channel. Required for dual bridging.", false},
      {"ipmi_transit_address", "Transit address. Required for dual bridging.", false},
      {"ipmi_force_boot_device",
       "Whether to set a persistent boot device again before each boot, for BMCs that forget it. "
       "Optional.",
       false},
      {"ipmi_disable_boot_timeout",
       "Whether to disable the BMC's 60-second timeout of the boot device. Optional.", false},
      {"ipmi_terminal_port",
       "TCP port of the serial console. Default: a free one of ipmi.console_ports. Optional.",
       false},
  };
}

}  // namespace ironbus
