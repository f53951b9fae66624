#include "gateways/cli/event_line.hpp"

#include "gateways/cli/printable.hpp"
#include "messages/wire/envelope.hpp"

#include <algorithm>
#include <optional>

namespace ironbus::cli {

namespace {

/// Larger than any event; longer ones are dropped.
constexpr size_t event_bytes_max = 64 * 1024 * 1024;
constexpr size_t id_bytes_max = 200;

/// The value of a line's field `name`; unset: the line has another field.
std::optional<std::string_view> field_of(std::string_view line, std::string_view name) {
  if (!line.starts_with(name) || line.substr(name.size(), 1) != ":") return std::nullopt;
  line.remove_prefix(name.size() + 1);
  if (line.starts_with(' ')) line.remove_prefix(1);
  return line;
}

/// Whether the id can be sent in a header.
bool is_usable_id(std::string_view text) {
  return text.size() <= id_bytes_max &&
         std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 0x7F; });
}

std::string node_of(const envelope& envelope, const json& data) {
  const auto name = data.find("name");
  if (name != data.end() && name->is_string()) return name->get<std::string>();
  return envelope.subject.substr(0, 8);
}

std::string data_of(const json& data) {
  std::string out;
  for (const auto& [key, value] : data.items()) {
    if (key == "uuid" || key == "name" || value.is_null() ||
        (value.is_structured() && value.empty()))
      continue;
    out += " " + key + "=" + (value.is_string() ? value.get<std::string>() : to_text(value));
  }
  return out;
}

}  // namespace

void event_reader::feed(std::string_view text) {
  while (!text.empty()) {
    const auto end = text.find('\n');
    if (rest_.size() + data_.size() <= event_bytes_max) rest_.append(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
    if (rest_.ends_with('\r')) rest_.pop_back();
    take_line(rest_);
    rest_.clear();
  }
}

void event_reader::restart() {
  rest_.clear();
  data_.clear();
  type_.clear();
  id_ = last_id_;
}

void event_reader::take_line(std::string_view line) {
  if (line.empty()) {
    if (!data_.empty()) on_event_(data_);
    data_.clear();
    type_.clear();
    last_id_ = id_;
  } else if (const auto data = field_of(line, "data")) {
    data_.append(data_.empty() ? "" : "\n").append(*data);
  } else if (const auto type = field_of(line, "event")) {
    type_ = *type;
  } else if (const auto id = field_of(line, "id"); id && is_usable_id(*id)) {
    id_ = *id;
  }
}

std::string event_line(std::string_view event) {
  static constexpr std::string_view prefix = "ironbus.";
  const auto x = decode_envelope(event);
  const auto data = x ? parse_own_json(x->data.text()) : json{};
  if (!data || !data->is_object()) return printable(event);
  const auto type =
      std::string_view{x->type}.starts_with(prefix) ? x->type.substr(prefix.size()) : x->type;
  return printable(to_string(x->time) + " " + node_of(*x, *data) + " " + type + data_of(*data));
}

}  // namespace ironbus::cli
