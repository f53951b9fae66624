#include "ops/ironbusd/log/log_record.hpp"

#include "messages/base/json.hpp"

#include <algorithm>

namespace ironbus::daemon {

namespace {

template <class Json>
std::string dumped(const Json& x) {
  return x.dump(-1, ' ', true, Json::error_handler_t::replace);
}

std::string value_text(const std::string& text) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return c > ' ' && c < 0x7f && c != '"' && c != '=' && c != '\\';
  });
  return plain ? text : dumped(json(text));
}

}  // namespace

std::string as_logfmt(const std::string& time, const log::record& record) {
  auto out = "time=" + time + " level=" + std::string{to_string(record.how)};
  if (!record.message.empty()) out += " msg=" + value_text(record.message);
  for (const auto& [key, value] : record.fields)
    out.append(" ").append(key.name) += "=" + value_text(value);
  return out;
}

std::string as_json_line(const std::string& time, const log::record& record) {
  nlohmann::ordered_json out{{"time", time}, {"level", to_string(record.how)}};
  if (!record.message.empty()) out["msg"] = record.message;
  for (const auto& [key, value] : record.fields) out[std::string{key.name}] = value;
  return dumped(out);
}

}  // namespace ironbus::daemon
