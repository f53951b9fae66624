#include "gateways/redis/packing.hpp"

#include <algorithm>
#include <concepts>

namespace ironbus::redis {

namespace {

template <std::unsigned_integral T>
void put(std::string& target, T value) {
  for (size_t i = 0; i < sizeof(T); ++i) target += static_cast<char>((value >> (8 * i)) & 0xff);
}

void put_text(std::string& target, std::string_view text) {
  put(target, static_cast<uint32_t>(text.size()));
  target += text;
}

/// Reads packed values from the front. A truncated value becomes zero or an empty text. It never
/// reads beyond the end, because the stored text may be damaged.
class reader {
public:
  explicit reader(std::string_view text) : rest_{text} {}

  bool empty() const { return rest_.empty(); }

  template <std::unsigned_integral T>
  T number() {
    T value = 0;
    auto bytes = take(sizeof(T));
    for (size_t i = 0; i < bytes.size(); ++i)
      value |= static_cast<T>(static_cast<T>(static_cast<unsigned char>(bytes[i])) << (8 * i));
    return value;
  }

  std::string_view text() { return take(number<uint32_t>()); }

private:
  std::string_view take(size_t count) {
    auto taken = rest_.substr(0, count);
    rest_.remove_prefix(taken.size());
    return taken;
  }

  std::string_view rest_;
};

}  // namespace

std::string pack_columns(std::vector<std::pair<std::string, std::string>> columns) {
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  std::string packed;
  for (const auto& [name, value] : columns) {
    put_text(packed, name);
    put_text(packed, value);
  }
  return packed;
}

std::vector<std::pair<std::string, std::string>> unpack_columns(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> columns;
  for (reader input{text}; !input.empty();) {
    const auto name = input.text();
    columns.emplace_back(name, input.text());
  }
  return columns;
}

std::string pack_outbox(uint64_t version, const std::vector<outbox_entry>& entries) {
  std::string packed;
  for (const auto& entry : entries) {
    put(packed, version);
    put_text(packed, entry);
  }
  return packed;
}

std::vector<outbox_entry> unpack_outbox(std::string_view text) {
  std::vector<outbox_entry> entries;
  for (reader input{text}; !input.empty();) {
    input.number<uint64_t>();
    entries.emplace_back(input.text());
  }
  return entries;
}

std::vector<stored_message> unpack_messages(std::string_view text) {
  std::vector<stored_message> messages;
  for (reader input{text}; !input.empty();) {
    const auto version = input.number<uint64_t>();
    messages.push_back({version, std::string{input.text()}});
  }
  return messages;
}

std::string pack_messages(const std::vector<stored_message>& messages) {
  std::string packed;
  for (const auto& x : messages) packed += pack_outbox(x.version, {x.entry});
  return packed;
}

std::string pack_event(const event_record& event) {
  std::string packed;
  packed.reserve(event.body.size() + 128);
  const auto since_1970 =
      std::chrono::floor<std::chrono::milliseconds>(event.moment).time_since_epoch();
  put(packed, static_cast<uint64_t>(since_1970.count()));
  put(packed, static_cast<uint8_t>(event.final));
  for (const auto* text :
       {&event.subject, &event.type, &event.state, &event.group, &event.owner, &event.body})
    put_text(packed, *text);
  return packed;
}

event_record unpack_event(std::string_view text) {
  reader input{text};
  event_record event;
  event.moment = std::chrono::system_clock::time_point{
      std::chrono::milliseconds{static_cast<int64_t>(input.number<uint64_t>())}};
  event.final = input.number<uint8_t>() != 0;
  for (auto* part :
       {&event.subject, &event.type, &event.state, &event.group, &event.owner, &event.body})
    *part = input.text();
  return event;
}

row_head unpack_head(std::string_view text) {
  reader input{text};
  row_head head;
  head.sequence = input.number<uint64_t>();
  head.owner = input.text();
  head.columns = input.text();
  return head;
}

std::string_view sort_value(std::string_view columns, std::string_view name) {
  for (reader input{columns}; !input.empty();) {
    auto column = input.text();
    auto value = input.text();
    if (column == name) return value;  // They are packed in order, so the first is the smallest.
  }
  return {};
}

}  // namespace ironbus::redis
