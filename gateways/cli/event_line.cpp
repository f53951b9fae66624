#include "gateways/cli/event_line.hpp"

#include "messages/wire/envelope.hpp"

namespace ironbus::cli {

namespace {

/// Control characters of a name or an error must not reach the terminal.
std::string printable(std::string text) {
  for (auto& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  return text;
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
    rest_.append(text.substr(0, end));
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
}

void event_reader::take_line(std::string_view line) {
  static constexpr std::string_view field = "data:";
  if (line.empty()) {
    if (!data_.empty()) on_event_(data_);
    data_.clear();
  } else if (line.starts_with(field)) {
    line.remove_prefix(field.size());
    if (line.starts_with(' ')) line.remove_prefix(1);
    data_.append(data_.empty() ? "" : "\n").append(line);
  }
}

std::string event_line(std::string_view event) {
  static constexpr std::string_view prefix = "ironbus.";
  const auto x = decode_envelope(event);
  const auto data = x ? parse_own_json(x->data.text()) : json{};
  if (!data || !data->is_object()) return printable(std::string{event});
  const auto type =
      std::string_view{x->type}.starts_with(prefix) ? x->type.substr(prefix.size()) : x->type;
  return printable(to_string(x->time) + " " + node_of(*x, *data) + " " + type + data_of(*data));
}

}  // namespace ironbus::cli
