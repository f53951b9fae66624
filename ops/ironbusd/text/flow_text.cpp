#include "ops/ironbusd/text/flow_text.hpp"

#include "messages/base/text.hpp"

#include <algorithm>
#include <cctype>

namespace ironbus::daemon {

namespace {

bool is_plain(const std::string& text) {
  const auto fits = [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view{"_./:@-"}.find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (text.empty() || text == "null" || std::isalnum(static_cast<unsigned char>(text.front())) == 0)
    return !text.empty() && text.front() == '/' && std::all_of(text.begin(), text.end(), fits);
  return std::all_of(text.begin(), text.end(), fits) && text.back() != ':';
}

}  // namespace

std::string flow_text(const std::string& x) { return is_plain(x) ? x : json(x).dump(); }

std::string flow_text(const std::vector<std::string>& x) {
  return "[" + join(x, [](const auto& item) { return flow_text(item); }) + "]";
}

std::string flow_text(const priority_overrides& priority_overrides) {
  return "{" +
         join(priority_overrides,
              [](const auto& item) {
                return flow_text(item.first) + ": " + to_string(item.second);
              }) +
         "}";
}

std::string flow_text(const std::vector<std::pair<std::string, std::string>>& vector) {
  return "{" +
         join(vector,
              [](const auto& item) {
                return flow_text(item.first) + ": " + flow_text(item.second);
              }) +
         "}";
}

json split_list(const std::string& text) {
  auto out = json::array();
  if (trim(text).empty()) return out;
  for (size_t offset = 0; offset != std::string::npos;) {
    const auto comma = text.find(',', offset);
    out.push_back(trim(text.substr(offset, comma == std::string::npos ? comma : comma - offset)));
    offset = comma == std::string::npos ? comma : comma + 1;
  }
  return out;
}

namespace {

/// `colon` finds the colon between key and value.
template <class Colon>
json split_pairs(const std::string& text, Colon colon_of) {
  auto out = json::object();
  for (const auto& item : split_list(text)) {
    const auto& pair = item.get_ref<const std::string&>();
    const size_t colon = colon_of(pair);
    if (colon == std::string::npos) return nullptr;
    out[trim(pair.substr(0, colon))] = trim(pair.substr(colon + 1));
  }
  return out;
}

}  // namespace

json split_map(const std::string& text) {
  return split_pairs(text, [](const std::string& pair) { return pair.rfind(':'); });
}

json split_texts(const std::string& text) {
  return split_pairs(text, [](const std::string& pair) { return pair.find(':'); });
}

}  // namespace ironbus::daemon
