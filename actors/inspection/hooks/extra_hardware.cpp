#include "actors/inspection/hooks/reading.hpp"

#include <algorithm>
#include <charconv>

namespace ironbus::inspection {

namespace {

constexpr size_t record_size = 4;  // class, name, key, value

bool is_record(const json& x) {
  return x.is_array() && x.size() == record_size &&
         std::all_of(x.begin(), x.end() - 1, [](const auto& item) { return item.is_string(); });
}

json as_number(const json& value) {
  if (!value.is_string()) return value;
  const auto& text = value.get_ref<const std::string&>();
  int64_t number = 0;
  const auto* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  return read.ec == std::errc{} && read.ptr == end && !text.empty() ? json(number) : value;
}

}  // namespace

/// Converts `data`, a list of [class, name, key, value], to `extra`: {class: {name: {key: value}}}.
checked read_extra_hardware(hook_context& context) {
  auto& plugin_data = context.docs.plugin_data;
  const auto found = plugin_data.find("data");
  if (found == plugin_data.end() || !found->is_array()) return {};
  const json records = std::move(*found);
  plugin_data.erase(found);
  const auto malformed =
      static_cast<size_t>(std::count_if(records.begin(), records.end(), std::not_fn(is_record)));
  if (malformed > 0)
    context.log("warning", std::to_string(malformed) + " records of extra hardware are malformed");
  if (malformed > 0 && context.options.extra_hardware_strict) return {};
  auto extra = json::object();
  for (const auto& record : records)
    if (is_record(record))
      extra[record[0].get<std::string>()][record[1].get<std::string>()]
           [record[2].get<std::string>()] = as_number(record[3]);
  plugin_data["extra"] = std::move(extra);
  return {};
}

}  // namespace ironbus::inspection
