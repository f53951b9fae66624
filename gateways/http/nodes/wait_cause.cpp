#include "gateways/http/nodes/wait_cause.hpp"

#include "messages/base/text.hpp"
#include "messages/base/time.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/state_table.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

constexpr std::string_view detail_mark = "…";
constexpr std::string_view number_mark = "#";
constexpr size_t name_bytes_min = 3;  ///< Shorter ones occur in too many words.

bool is_decimal(char c) { return c >= '0' && c <= '9'; }

bool is_hexadecimal(char c) {
  return is_decimal(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool is_name_letter(char c) {
  return is_decimal(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
}

/// Whether the character can be part of an address or a time.
bool is_word_letter(char c) { return is_name_letter(c) || c == '.' || c == ':' || c == '+'; }

bool is_punctuation(char c) { return c == '.' || c == ':' || c == '-' || c == '+'; }

std::ptrdiff_t count_of(std::string_view word, char sign) {
  return std::count(word.begin(), word.end(), sign);
}

/// "192.0.2.7", with or without a port.
bool is_v4_address(std::string_view word) {
  const auto host = word.substr(0, word.find(':'));
  return count_of(word, ':') <= 1 && count_of(host, '.') == 3 &&
         std::all_of(word.begin(), word.end(),
                     [](char c) { return is_decimal(c) || c == '.' || c == ':'; });
}

/// "fe80::1" and "52:54:00:aa:00:01"; also a time of day.
bool has_groups(std::string_view word) {
  return count_of(word, ':') >= 2 && std::all_of(word.begin(), word.end(), [](char c) {
           return is_hexadecimal(c) || c == ':' || c == '.';
         });
}

bool identifies_machine(std::string_view word) {
  if (is_uuid(lower(word)) || has_groups(word)) return true;
  return is_decimal(word.front()) && (is_v4_address(word) || parse_timestamp(word));
}

void append_without_numbers(std::string& out, std::string_view word) {
  for (size_t i = 0; i < word.size(); ++i) {
    if (!is_decimal(word[i]))
      out += word[i];
    else if (i == 0 || !is_decimal(word[i - 1]))
      out += number_mark;
  }
}

std::string without_name(std::string_view text, std::string_view name) {
  std::string out;
  if (name.size() < name_bytes_min) return std::string{text};
  for (size_t behind = 0;;) {
    const auto place = text.find(name, behind);
    out.append(text.substr(behind, place == std::string_view::npos ? place : place - behind));
    if (place == std::string_view::npos) return out;
    behind = place + name.size();
    const bool is_part = (place > 0 && is_name_letter(text[place - 1])) ||
                         (behind < text.size() && is_name_letter(text[behind]));
    out += is_part ? name : detail_mark;
  }
}

/// The running step, as " at deploy.write_image".
std::string step_text(const node_snapshot& node) {
  if (!node.current || node.current->index >= node.current->steps.size()) return {};
  const auto& step = node.current->steps[node.current->index];
  return " at " + step.interface + "." + step.name;
}

std::string cause_text(const node_snapshot& node, const std::optional<wait_report>& waits) {
  const auto& x = node.attributes;
  auto out = std::string{to_string(x.state)} + step_text(node);
  if (x.target_power_state)
    out += ", changing power to " + std::string{to_string(*x.target_power_state)};
  if (node.power_unconfirmed)
    out += ", power state not confirmed after '" + node.power_unconfirmed->order + "'";
  if (waits) out += ", waiting for " + waits->who();
  if (x.maintenance) out += ", in maintenance";
  if (x.maintenance && x.fault) out += " set by the service (" + *x.fault + ")";
  return out;
}

std::string_view cause_kind(const node& held, const std::optional<wait_report>& waits) {
  const auto kind = info(held.state).kind;
  if (awaits_decision(held.state)) return "failed";
  const bool by_operator = waits && waits->awaited_party() == awaited::operator_;
  if (held.maintenance || by_operator || kind == state_kind::hold) return "hold";
  return kind == state_kind::waiting ? "waiting" : "working";
}

json cause_reason(const node_snapshot& node) {
  const auto& held = node.attributes;
  const auto said = awaits_decision(held.state) ? held.last_error
                    : held.maintenance          ? held.maintenance_reason
                    : node.power_unconfirmed    ? std::optional{node.power_unconfirmed->reason}
                                                : std::nullopt;
  return said ? json(*said) : json{};
}

}  // namespace

bool has_wait_cause(const shown_object& node) {
  const auto name = node.value("provision_state");
  const auto state = provision_state_from(name.is_string() ? name.get<std::string>() : "");
  return !state || info(*state).kind != state_kind::stable || awaits_decision(*state) ||
         node.value("maintenance") == true || !node.value("target_power_state").is_null() ||
         node.is_power_unconfirmed();
}

std::string common_text(std::string_view text, std::string_view name) {
  const auto known = without_name(text, name);
  std::string out;
  for (size_t i = 0; i < known.size();) {
    if (is_punctuation(known[i]) || !is_word_letter(known[i])) {
      out += known[i++];
      continue;
    }
    auto end = i;
    while (end < known.size() && is_word_letter(known[end])) ++end;
    while (is_punctuation(known[end - 1])) --end;
    const auto word = std::string_view{known}.substr(i, end - i);
    if (identifies_machine(word))
      out += detail_mark;
    else
      append_without_numbers(out, word);
    i = end;
  }
  return out;
}

json cause_of(const node_snapshot& node, const std::optional<wait_report>& waits) {
  const auto& x = node.attributes;
  const bool is_stable = info(x.state).kind == state_kind::stable;
  if (!waits && is_stable && !x.maintenance && !x.target_power_state && !node.power_unconfirmed)
    return {};
  const auto text = cause_text(node, waits);
  auto reason = cause_reason(node);
  const auto kind = cause_kind(x, waits);
  const auto all = std::string{kind} + ": " + text +
                   (reason.is_null() ? "" : ": " + reason.get_ref<const std::string&>());
  return {{"kind", kind},
          {"key", common_text(all, x.name.value_or(""))},
          {"text", text},
          {"reason", std::move(reason)}};
}

}  // namespace ironbus::http
