#include "drivers/redfish/client/redfish_fault.hpp"

#include "drivers/redfish/client/redfish_document.hpp"
#include "messages/base/json.hpp"
#include "messages/base/secrets.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace ironbus {

namespace {

constexpr size_t words_bytes_max = 700;
constexpr size_t entries_max = 8;
constexpr json_limits refusal_limits{.bytes = 256 * 1024, .depth = 12};

/// Indexed by http_error.
constexpr std::array fault_of_error{
    redfish_fault::not_called,  // refused
    redfish_fault::silent,     redfish_fault::untrusted,
    redfish_fault::busy,  // busy
    redfish_fault::silent,     redfish_fault::silent,
    redfish_fault::unreadable,  // redirect
    redfish_fault::unreadable, redfish_fault::unreadable,
};
static_assert(fault_of_error.size() == static_cast<size_t>(http_error::count_));

/// Messages of busy BMCs. All parts of a row must be present.
struct busy_row {
  std::string_view text;
  std::string_view beside = {};
};

constexpr std::array busy_rows{
    busy_row{"SYS518"},  // the iDRAC is preparing its data
    busy_row{"SYS446"},
    busy_row{"InvalidOperationForSystemState", "iLO"},
    busy_row{"UnableToModifyDuringSystemPOST"},
};

struct status_row {
  unsigned status;
  redfish_fault fault;
  std::string_view advice;
};

constexpr std::array status_rows{
    status_row{401, redfish_fault::access,
               "Check driver_info.redfish_username and driver_info.redfish_password."},
    status_row{403, redfish_fault::access,
               "The user lacks the privilege, or the BMC lacks the licence."},
    status_row{404, redfish_fault::missing, "The BMC has no such resource."},
    status_row{429, redfish_fault::busy, "The BMC is busy."},
    status_row{503, redfish_fault::busy, "The BMC is busy, or has too many sessions."},
};

std::string clean(std::string_view text) {
  std::string out;
  for (const unsigned char byte : text.substr(0, words_bytes_max))
    out += byte < ' ' || byte == 0x7f ? ' ' : static_cast<char>(byte);
  return mask_text(std::move(out));
}

/// "Base.1.8.GeneralError: A general error …", with the parts that exist.
std::string id_and_text(const json& holder, std::string_view id, std::string_view text) {
  auto out = member_text(holder, id);
  const auto said = member_text(holder, text);
  if (!said.empty()) append_item(out, said, ": ");
  return out;
}

std::string words_of_entry(const json& entry) {
  auto out = id_and_text(entry, "MessageId", "Message");
  const auto related = entry.find("RelatedProperties");
  if (related == entry.end() || !related->is_array()) return out;
  for (const auto& one : *related)
    if (one.is_string() && one != "") append_item(out, one.get<std::string>(), " ");
  return out;
}

bool is_critical(const json& entry) {
  return member_text(entry, "Severity") == "Critical" ||
         member_text(entry, "MessageSeverity") == "Critical";
}

/// A list, or by mistake a single object.
std::vector<json> entries_of(const json& error) {
  const auto found = error.find("@Message.ExtendedInfo");
  if (found == error.end()) return {};
  if (found->is_object()) return {*found};
  std::vector<json> out;
  if (!found->is_array()) return out;
  for (const auto& entry : *found)
    if (entry.is_object() && out.size() < entries_max) out.push_back(entry);
  std::stable_partition(out.begin(), out.end(), is_critical);
  return out;
}

}  // namespace

std::string error_message_of(std::string_view body) {
  const auto parsed = read_redfish_text(body, refusal_limits);
  if (!parsed || !parsed->is_object()) return {};
  const auto found = parsed->find("error");
  const auto& error = found != parsed->end() && found->is_object() ? *found : *parsed;
  const auto entries = entries_of(error);
  std::string out;
  for (const auto& entry : entries) append_item(out, words_of_entry(entry), "; ");
  if (out.empty()) return clean(id_and_text(error, "code", "message"));
  // Entries with only a MessageId do not say why.
  const auto general = member_text(error, "message");
  if (!general.empty() && std::none_of(entries.begin(), entries.end(), [](const json& entry) {
        return !member_text(entry, "Message").empty();
      }))
    append_item(out, general, ": ");
  return clean(out);
}

bool says_busy(const http_response& answer) {
  if (answer.status < 400) return false;
  const auto words = error_message_of(answer.body);
  const auto holds = [&](std::string_view part) { return words.find(part) != std::string::npos; };
  return std::any_of(busy_rows.begin(), busy_rows.end(),
                     [&](const auto& row) { return holds(row.text) && holds(row.beside); });
}

std::string shown_request(http_method method, std::string_view target) {
  static constexpr std::array<std::string_view, 5> names{"GET", "POST", "PATCH", "PUT", "DELETE"};
  static_assert(names.size() == static_cast<size_t>(http_method::count_));
  return std::string{names[static_cast<size_t>(method)]} + " " +
         std::string{target.substr(0, target.find('?')).substr(0, 200)};
}

std::optional<redfish_fault> fault_of(const http_result& answer) {
  if (!answer) return fault_of_error[static_cast<size_t>(answer.error().why)];
  const auto status = answer->status;
  if (status < 300) return std::nullopt;
  const auto* row = std::find_if(status_rows.begin(), status_rows.end(),
                                 [&](const auto& one) { return one.status == status; });
  if (row != status_rows.end()) return row->fault;
  return status >= 500 ? redfish_fault::broken : redfish_fault::refused;
}

redfish_error error_of(const http_failure& failed, const std::string& asked) {
  const auto fault = fault_of_error[static_cast<size_t>(failed.why)];
  return {fault, 0, asked + ": " + failed.message, {}};
}

redfish_error error_of(const http_response& answer, const std::string& asked,
                       const std::string& place) {
  const auto* row = std::find_if(status_rows.begin(), status_rows.end(),
                                 [&](const auto& one) { return one.status == answer.status; });
  redfish_error out;
  out.status = answer.status;
  out.words = error_message_of(answer.body);
  out.fault = answer.status >= 500 ? redfish_fault::broken : redfish_fault::refused;
  out.message = "The BMC at " + place + " answered " + asked + " with HTTP " +
                std::to_string(answer.status) + ".";
  if (row != status_rows.end()) {
    out.fault = row->fault;
    append_item(out.message, row->advice, " ");
  }
  if (says_busy(answer)) out.fault = redfish_fault::busy;
  if (!out.words.empty()) out.message += " It says: " + out.words;
  return out;
}

redfish_error unreadable_answer(const std::string& asked, const std::string& place,
                                const std::string& why) {
  return {redfish_fault::unreadable,
          0,
          "No Redfish service at " + place + ": the response to " + asked + " " + why +
              ". Check driver_info.redfish_address.",
          {}};
}

tl::unexpected<redfish_error> redfish_refusal(std::string message, redfish_fault fault) {
  return tl::unexpected<redfish_error>(redfish_error{fault, 0, std::move(message), {}});
}

}  // namespace ironbus
