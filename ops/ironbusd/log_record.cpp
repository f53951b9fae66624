#include "ops/ironbusd/log_record.hpp"

#include <algorithm>
#include <cctype>

namespace ironbus::daemon {

namespace {

bool is_key_letter(unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '.'; }

/// The text up to a closing quote; `at` moves behind it.
std::string quoted(std::string_view text, size_t& at) {
  std::string out;
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\' && at + 1 < text.size()) ++at;
    out += text[at];
  }
  at = std::min(at + 1, text.size());
  return out;
}

std::string word(std::string_view text, size_t& at) {
  const auto end = std::min(text.find(' ', at), text.size());
  const std::string out{text.substr(at, end - at)};
  at = end;
  return out;
}

/// Whether a field begins here: a key that starts with a letter, then '='.
bool begins_field(std::string_view text, size_t at) {
  if (std::isalpha(static_cast<unsigned char>(text[at])) == 0) return false;
  while (at < text.size() && is_key_letter(static_cast<unsigned char>(text[at]))) ++at;
  return at + 1 < text.size() && text[at] == '=' && text[at + 1] != ' ';
}

std::string dumped(const json& x) { return x.dump(-1, ' ', false, json::error_handler_t::replace); }

std::string value_text(const std::string& x) {
  const bool plain = !x.empty() && std::all_of(x.begin(), x.end(), [](unsigned char c) {
    return c > ' ' && c < 0x7f && c != '"' && c != '=' && c != '\\';
  });
  return plain ? x : dumped(x);
}

}  // namespace

log_record parse_log_text(std::string_view text) {
  log_record out;
  for (size_t at = 0; at < text.size();) {
    if (text[at] == ' ') {
      ++at;
      continue;
    }
    if (begins_field(text, at)) {
      const auto equals = text.find('=', at);
      std::string key{text.substr(at, equals - at)};
      at = equals + 1;
      out.fields.emplace_back(std::move(key), text[at] == '"' ? quoted(text, at) : word(text, at));
    } else {
      out.message += (out.message.empty() ? "" : " ") + word(text, at);
    }
  }
  return out;
}

std::string as_logfmt(const log_head& head, const log_record& x) {
  auto out = "time=" + head.time + " level=" + head.level;
  if (!x.message.empty()) out += " msg=" + value_text(x.message);
  for (const auto& [key, value] : x.fields) out += " " + key + "=" + value_text(value);
  return out;
}

std::string as_json_line(const log_head& head, const log_record& x) {
  nlohmann::ordered_json out{{"time", head.time}, {"level", head.level}};
  if (!x.message.empty()) out["msg"] = x.message;
  for (const auto& [key, value] : x.fields) out[key] = value;
  return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace ironbus::daemon
