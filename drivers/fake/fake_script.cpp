#include "drivers/fake/fake_script.hpp"

#include "drivers/fake/fake_delay.hpp"
#include "messages/model/node.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr size_t script_entries_max = 100;
constexpr size_t script_text_bytes_max = 500;

bool names_a_step(std::string_view key) {
  const auto kind = key.substr(0, key.find('.'));
  return key.size() <= script_text_bytes_max &&
         std::find(interface_kinds.begin(), interface_kinds.end(), kind) != interface_kinds.end();
}

bool is_delay(const json& x) {
  return x.is_number() && x.get<double>() >= 0 && x.get<double>() <= fake_seconds_max;
}

bool is_reason(const json& x) {
  return x.is_string() && !x.get_ref<const std::string&>().empty() &&
         x.get_ref<const std::string&>().size() <= script_text_bytes_max;
}

bool is_wait(const json& x) { return x == "agent" || x == "task"; }

struct script_key {
  const char* name;
  bool (*accepts)(const json&);
  const char* allowed;
};

constexpr std::array script_keys{
    script_key{"fake_delays", &is_delay, "seconds from 0 to 86400"},
    script_key{"fake_failures", &is_reason, "a text of 1 to 500 bytes"},
    script_key{"fake_waits", &is_wait, "\"agent\" or \"task\""},
};

std::optional<failure> check_entries(const script_key& key, const json& entries) {
  const std::string where = std::string{"driver_info/"} + key.name;
  if (!entries.is_object() || entries.size() > script_entries_max)
    return failure{error_code::invalid, where + " must be an object of at most " +
                                            std::to_string(script_entries_max) + " entries."};
  for (const auto& [name, value] : entries.items()) {
    if (!names_a_step(name))
      return failure{error_code::invalid,
                     where + ": '" + name + "' is not <interface>.<step> or <interface>."};
    if (!key.accepts(value))
      return failure{error_code::invalid, where + ": '" + name + "' is " + to_text(value) +
                                              "; allowed: " + key.allowed + "."};
  }
  return std::nullopt;
}

const json* find_entry(const json& driver_info, const char* key, const step& step) {
  auto entries = driver_info.find(key);
  if (entries == driver_info.end()) return nullptr;
  auto script = entries->find(step.interface + "." + step.name);
  if (script == entries->end()) script = entries->find(step.interface);
  return script == entries->end() ? nullptr : &*script;
}

}  // namespace

std::optional<failure> check_fake_script(const json& driver_info) {
  for (const auto& key : script_keys)
    if (auto script = driver_info.find(key.name); script != driver_info.end())
      if (auto bad = check_entries(key, *script)) return bad;
  return std::nullopt;
}

result<fake_script> find_fake_script(const json& driver_info, const step& step) {
  if (auto bad = check_fake_script(driver_info)) return tl::unexpected(*bad);
  fake_script out;
  if (const auto* script = find_entry(driver_info, "fake_delays", step))
    out.delay_seconds = script->get<double>();
  if (const auto* value = find_entry(driver_info, "fake_failures", step))
    out.failure = value->get<std::string>();
  if (const auto* found = find_entry(driver_info, "fake_waits", step))
    out.waits_for = *found == "task" ? awaited::task : awaited::agent;
  return out;
}

}  // namespace ironbus
