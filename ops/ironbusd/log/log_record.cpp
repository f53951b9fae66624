#include "ops/ironbusd/log/log_record.hpp"

#include "messages/base/json.hpp"

#include <algorithm>

namespace ironbus::daemon {

namespace {

template <class Json>
std::string dumped(const Json& x) {
  return x.dump(-1, ' ', true, Json::error_handler_t::replace);
}

std::string value_text(const std::string& x) {
  const bool plain = !x.empty() && std::all_of(x.begin(), x.end(), [](unsigned char c) {
    return c > ' ' && c < 0x7f && c != '"' && c != '=' && c != '\\';
  });
  return plain ? x : dumped(json(x));
}

}  // namespace

std::string as_logfmt(const std::string& time, const log::record& x) {
  auto out = "time=" + time + " level=" + std::string{to_string(x.how)};
  if (!x.message.empty()) out += " msg=" + value_text(x.message);
  for (const auto& [key, value] : x.fields)
    out.append(" ").append(key.name) += "=" + value_text(value);
  return out;
}

std::string as_json_line(const std::string& time, const log::record& x) {
  nlohmann::ordered_json out{{"time", time}, {"level", to_string(x.how)}};
  if (!x.message.empty()) out["msg"] = x.message;
  for (const auto& [key, value] : x.fields) out[std::string{key.name}] = value;
  return dumped(out);
}

}  // namespace ironbus::daemon
