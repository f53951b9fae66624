#include "drivers/ipmi/ipmi_fault.hpp"

#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr size_t words_shown_max = 300;

constexpr std::array infos{
    ipmi_fault_info{ipmi_fault::credentials, false, true,
                    "it rejected the user name, the password or the K_g key. Check driver_info. "
                    "ironbus does not retry, so that the BMC does not lock the account"},
    ipmi_fault_info{ipmi_fault::privilege, false, true,
                    "the user lacks the privilege. Check driver_info.ipmi_priv_level"},
    ipmi_fault_info{ipmi_fault::cipher_suite, false, true,
                    "it supports none of the cipher suites. Check driver_info.ipmi_cipher_suite"},
    ipmi_fault_info{ipmi_fault::unsupported, false, true,
                    "it does not support this command, or not in its present state"},
    ipmi_fault_info{ipmi_fault::address, false, true,
                    "the host cannot be resolved or reached. Check driver_info.ipmi_address"},
    ipmi_fault_info{ipmi_fault::busy, true, true, "it is busy"},
    ipmi_fault_info{ipmi_fault::silent, true, true, "it did not respond"},
    ipmi_fault_info{ipmi_fault::unknown, true, false, "the command failed"},
    ipmi_fault_info{ipmi_fault::not_run, false, true, "the command was not run"},
};

struct text_row {
  std::string_view text;
  ipmi_fault fault;
};

/// The first matching row counts, so incidental messages are last.
constexpr std::array text_rows{
    text_row{"RAKP 2 HMAC is invalid", ipmi_fault::credentials},
    text_row{"RAKP 4 message has invalid integrity check value", ipmi_fault::credentials},
    text_row{"unauthorized name", ipmi_fault::credentials},
    text_row{"Activate Session command failed", ipmi_fault::credentials},
    text_row{"unauthorized role or privilege level", ipmi_fault::privilege},
    text_row{"Set Session Privilege Level to", ipmi_fault::privilege},
    text_row{"Insufficient privilege level", ipmi_fault::privilege},
    text_row{"no matching cipher suite", ipmi_fault::cipher_suite},
    text_row{"session response message : invalid role", ipmi_fault::cipher_suite},
    text_row{"invalid authentication algorithm", ipmi_fault::cipher_suite},
    text_row{"invalid integrity algorithm", ipmi_fault::cipher_suite},
    text_row{"invalid confidentiality algorithm", ipmi_fault::cipher_suite},
    text_row{"Unsupported cipher suite ID", ipmi_fault::cipher_suite},
    text_row{"insufficient resources for session", ipmi_fault::busy},
    text_row{"Address lookup for", ipmi_fault::address},
    text_row{"Could not open socket", ipmi_fault::address},
    text_row{"Node busy", ipmi_fault::busy},
    text_row{"Out of space", ipmi_fault::busy},
    text_row{"BMC initialization in progress", ipmi_fault::busy},
    text_row{"Timeout", ipmi_fault::busy},
    text_row{"Invalid command", ipmi_fault::unsupported},
    text_row{"Request data length invalid", ipmi_fault::unsupported},
    text_row{"Invalid data field in request", ipmi_fault::unsupported},
    text_row{"already de-activated", ipmi_fault::unsupported},
    text_row{"Parameter out of range", ipmi_fault::unsupported},
    text_row{"parameter not supported", ipmi_fault::unsupported},
    text_row{"Command not supported in present state", ipmi_fault::unsupported},
    text_row{"Unable to establish", ipmi_fault::silent},
};

/// Messages that ipmitool prints regardless of the result.
constexpr std::array noise{
    std::string_view{"Loading IANA PEN Registry"},
    std::string_view{"IANA PEN registry open failed"},
    std::string_view{"Running Get "},
    std::string_view{"Invalid completion code received"},
    std::string_view{"Discovered IPMB address"},
    std::string_view{"Get HPM.x Capabilities request failed"},
    std::string_view{"Unable to Get Channel Cipher Suites"},
    std::string_view{"Close Session command failed"},
    std::string_view{"Get Session Info"},
};

bool is_noise(std::string_view line) {
  return line.empty() || std::any_of(noise.begin(), noise.end(), [line](std::string_view begin) {
           return line.starts_with(begin);
         });
}

/// Calls `take` for each relevant line.
template <class Take>
void for_each_line(std::string_view text, Take take) {
  while (!text.empty()) {
    const auto end = text.find('\n');
    const auto line = trim(text.substr(0, end), " \t\r");
    if (!is_noise(line)) take(line);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  }
}

}  // namespace

const ipmi_fault_info& info(ipmi_fault x) {
  return *std::find_if(infos.begin(), infos.end(), [x](const auto& row) { return row.fault == x; });
}

ipmi_fault classify_ipmi_text(std::string_view text, std::span<const std::string> retryable) {
  std::string said;
  for_each_line(text, [&said](std::string_view line) { append_item(said, line, "\n"); });
  for (const auto& wanted : retryable)
    if (!wanted.empty() && said.find(wanted) != std::string::npos) return ipmi_fault::busy;
  for (const auto& row : text_rows)
    if (said.find(row.text) != std::string::npos) return row.fault;
  return ipmi_fault::unknown;
}

std::string words_of_ipmitool(std::string_view errors) {
  std::string out;
  std::string_view last;
  for_each_line(errors, [&](std::string_view line) {
    if (line != last && out.size() < words_shown_max) append_item(out, line, "; ");
    last = line;
  });
  out.resize(std::min(out.size(), words_shown_max));
  for (auto& letter : out)
    if (letter < ' ' || letter > '~') letter = '?';
  return out;
}

}  // namespace ironbus
