#include "ops/simulator/faults/scenario.hpp"

#include "messages/base/text.hpp"
#include "messages/base/yaml.hpp"
#include "ops/simulator/profile/profile.hpp"

#include <algorithm>
#include <array>
#include <variant>

namespace ironbus::simulator {

namespace {

constexpr double seconds_max = 86'400;

// A scenario has only numbers and texts.
json read_value(const std::string& text, bool quoted) {
  if (quoted) return text;
  const auto number = json::parse(text, nullptr, false);
  return number.is_number() ? number : json(text);
}

tl::unexpected<failure> wrong(const std::string& field, const json& value,
                              const std::string& allowed) {
  return fail(error_code::invalid, "scenario: " + field + " is " + to_text(value).substr(0, 200) +
                                       "; allowed: " + allowed);
}

result<std::chrono::milliseconds> read_seconds(const std::string& field, const json& value) {
  if (!value.is_number() || value < 0 || value > seconds_max)
    return wrong(field, value, "seconds from 0 to 86400");
  return std::chrono::milliseconds{static_cast<int64_t>(value.get<double>() * 1'000)};
}

struct time_row {
  const char* name;
  timing::duration timing::*member;
};

constexpr std::array time_rows{
    time_row{"power_on", &timing::power_on},
    time_row{"power_off", &timing::power_off},
    time_row{"shutdown", &timing::shutdown},
    time_row{"post", &timing::post},
    time_row{"bios_settings", &timing::bios_settings},
    time_row{"volume", &timing::volume},
    time_row{"firmware", &timing::firmware},
    time_row{"bmc_restart", &timing::bmc_restart},
    time_row{"agent", &timing::agent},
    time_row{"agent_step", &timing::agent_step},
    time_row{"event_retry", &timing::event_retry},
};

std::string time_names() {
  return join(time_rows, [](const time_row& row) { return std::string_view{row.name}; });
}

result<std::monostate> read_time(timing& out, const std::string& name, const json& value) {
  const auto* row = std::ranges::find(time_rows, name, &time_row::name);
  if (row == time_rows.end()) return wrong("times", name, time_names());
  const auto length = read_seconds("times." + name, value);
  if (!length) return tl::unexpected(length.error());
  out.*(row->member) = *length;
  return {};
}

struct text_row {
  const char* name;
  std::string fault_rule::*member;
};

constexpr std::array text_rows{
    text_row{"machine", &fault_rule::machine},
    text_row{"profile", &fault_rule::profile},
    text_row{"method", &fault_rule::method},
    text_row{"path", &fault_rule::path},
};

constexpr std::array<std::string_view, 6> known_methods{"GET",   "HEAD", "POST",
                                                        "PATCH", "PUT",  "DELETE"};

bool is_method(const std::string& text) { return std::ranges::count(known_methods, text) > 0; }

std::string profile_names() {
  return join(profiles(), [](const profile& row) { return row.name; });
}

result<std::monostate> read_kind(fault_rule& out, const std::string& field, const json& value) {
  const auto kind = value.is_string() ? fault_kind_from(value.get<std::string>()) : std::nullopt;
  if (!kind) return wrong(field, value, fault_kind_names());
  out.kind = *kind;
  return {};
}

result<std::monostate> read_member(fault_rule& out, const std::string& place,
                                   const std::string& name, const json& value) {
  const auto field = place + "." + name;
  if (name == "kind") return read_kind(out, field, value);
  for (const auto& row : text_rows) {
    if (name != row.name) continue;
    if (!value.is_string()) return wrong(field, value, "a text");
    if (name == "method" && !is_method(value.get<std::string>()))
      return wrong(field, value, join(known_methods));
    out.*(row.member) = value.get<std::string>();
    return {};
  }
  if (name == "count") {
    if (!value.is_number_unsigned() || value < 1 || value > 1'000'000)
      return wrong(field, value, "a whole number from 1 to 1000000");
    out.count = value.get<unsigned>();
    return {};
  }
  if (name == "probability") {
    if (!value.is_number() || value < 0 || value > 1)
      return wrong(field, value, "a number from 0 to 1");
    out.probability = value.get<double>();
    return {};
  }
  if (name != "seconds")
    return wrong(place, name, "kind, machine, profile, method, path, count, probability, seconds");
  const auto length = read_seconds(field, value);
  if (!length) return tl::unexpected(length.error());
  out.length = *length;
  return {};
}

result<fault_rule> read_fault(const std::string& place, const json& given) {
  if (!given.is_object() || !given.contains("kind"))
    return wrong(place, given, "a map with kind, one of " + fault_kind_names());
  fault_rule out;
  for (const auto& [name, value] : given.items())
    if (auto read = read_member(out, place, name, value); !read)
      return tl::unexpected(read.error());
  if (!out.profile.empty() && find_profile(out.profile) == nullptr)
    return wrong(place + ".profile", out.profile, profile_names());
  return out;
}

result<std::monostate> read_faults(scenario& out, const json& given) {
  if (!given.is_array()) return wrong("faults", given, "a list");
  for (size_t i = 0; i < given.size(); ++i) {
    auto read = read_fault("faults[" + std::to_string(i) + "]", given[i]);
    if (!read) return tl::unexpected(read.error());
    out.faults.push_back(std::move(*read));
  }
  return {};
}

result<std::monostate> read_times(scenario& out, const json& given) {
  if (!given.is_object()) return wrong("times", given, "a map of " + time_names());
  for (const auto& [name, value] : given.items())
    if (auto read = read_time(out.times, name, value); !read) return read;
  return {};
}

result<std::monostate> read_boot_order(scenario& out, const json& given) {
  static constexpr std::string_view allowed = "a list of Hdd, Cd, Usb, Pxe, each once at most";
  if (!given.is_array()) return wrong("boot_order", given, std::string{allowed});
  out.boot_order.clear();
  for (const auto& item : given) {
    const auto name = item.is_string() ? item.get<std::string>() : std::string{};
    if (!is_boot_order_item(name) || std::ranges::count(out.boot_order, name) > 0)
      return wrong("boot_order", given, std::string{allowed});
    out.boot_order.push_back(name);
  }
  return {};
}

struct part_row {
  std::string_view name;
  result<std::monostate> (*read)(scenario& out, const json& given);
};

constexpr std::array part_rows{
    part_row{"faults", read_faults},
    part_row{"times", read_times},
    part_row{"boot_order", read_boot_order},
};

tl::expected<json, yaml_problem> read_document(const std::string& text) {
  const auto loaded = load_yaml(text);
  if (!loaded) return tl::unexpected(loaded.error());
  return read_yaml_value(*loaded, read_value);
}

}  // namespace

result<scenario> read_scenario(const std::string& text, const timing& usual) {
  const auto document = read_document(text);
  if (!document)
    return fail(error_code::invalid, "scenario: line " + std::to_string(document.error().line) +
                                         ": " + document.error().what);
  if (!document->is_object())
    return wrong("the file", *document,
                 "a map of " + join(part_rows, [](const auto& x) { return x.name; }));
  scenario out;
  out.times = usual;
  for (const auto& [name, value] : document->items()) {
    const auto* row = std::ranges::find(part_rows, name, &part_row::name);
    if (row == part_rows.end())
      return wrong("the file", name, join(part_rows, [](const auto& x) { return x.name; }));
    auto read = row->read(out, value);
    if (!read) return tl::unexpected(read.error());
  }
  return out;
}

}  // namespace ironbus::simulator
