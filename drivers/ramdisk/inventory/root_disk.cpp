#include "drivers/ramdisk/inventory/root_disk.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/json.hpp"
#include "drivers/ramdisk/base/text.hpp"
#include "messages/contract/root_disk_rule.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>

namespace ironbus::ramdisk {

namespace {

constexpr std::uint64_t gibibyte = 1ULL << 30;
constexpr std::uint64_t root_size_min = 4 * gibibyte;

// Longer operators before their prefixes.
constexpr std::array operators{"<all-in>", "<in>", "<or>", "s==", "s!=", "s<=", "s>=", "s<",
                               "s>",       "==",   "!=",   "<=",  ">=",  "=",   "<",   ">"};
constexpr std::array text_hints{
    "model", "wwn",  "serial",  "vendor", "wwn_with_extension", "wwn_vendor_extension",
    "name",  "hctl", "by_path", "tran"};

std::string operator_of(const std::string& expression) {
  for (const auto* one : operators)
    if (expression.rfind(one, 0) == 0) return one;
  return {};
}

/// The operands of repeated operators: "<or> a <or> b".
std::vector<std::string> operands(const std::string& expression, const std::string& sign) {
  std::vector<std::string> out;
  for (std::size_t begin = sign.size(); begin <= expression.size();) {
    const auto end = std::min(expression.find(sign, begin), expression.size());
    if (auto part = trimmed(expression.substr(begin, end - begin)); !part.empty())
      out.push_back(std::move(part));
    begin = end + sign.size();
  }
  return out;
}

template <class Value>
bool compare(const std::string& sign, const Value& left, const Value& right) {
  if (sign == "==") return left == right;
  if (sign == "!=") return left != right;
  if (sign == "<") return left < right;
  if (sign == "<=") return left <= right;
  if (sign == ">") return left > right;
  return left >= right;  // ">=", and "=", which has always meant that in hints
}

double decimal(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

std::string text_value(const disk& candidate, const std::string& hint) {
  const std::map<std::string, std::optional<std::string>> values{
      {"model", candidate.model},
      {"wwn", candidate.wwn},
      {"serial", candidate.serial},
      {"vendor", candidate.vendor},
      {"wwn_with_extension", candidate.wwn_with_extension},
      {"wwn_vendor_extension", candidate.wwn_vendor_extension},
      {"name", candidate.name},
      {"hctl", candidate.hctl},
      {"by_path", candidate.by_path},
      {"tran", candidate.transport}};
  const auto found = values.find(hint);
  return found == values.end() ? std::string{} : found->second.value_or("");
}

command_failure bad_hint(const std::string& why) {
  return device_not_found(
      "No devices could be found using the root device hints because they failed to validate. "
      "Error: " +
      why);
}

std::string expression_of(const std::string& name, const nlohmann::json& hint) {
  auto out = hint.is_string() ? lower(trimmed(hint.get<std::string>())) : text_of(hint);
  if (out.empty() || hint.is_structured())
    throw bad_hint("Root device hint " + name + " expression is empty or not a text");
  return out;
}

bool meets_hint(const disk& candidate, const std::string& name, const nlohmann::json& hint) {
  const auto expression = expression_of(name, hint);
  if (name == "rotational") {
    const auto wanted = lower(expression);
    const bool yes = wanted == "true" || wanted == "1" || wanted == "yes" || wanted == "on";
    const bool no = wanted == "false" || wanted == "0" || wanted == "no" || wanted == "off";
    if (!yes && !no)
      throw bad_hint("Root device hint \"rotational\" is not a Boolean value: " + wanted);
    return candidate.rotational == yes;
  }
  if (name == "size") {
    return hint_matches(expression, std::to_string(static_cast<double>(candidate.size) / gibibyte),
                        true);
  }
  if (std::find(text_hints.begin(), text_hints.end(), name) == text_hints.end())
    throw bad_hint("The hint \"" + name + "\" is invalid");
  const auto value = lower(trimmed(text_value(candidate, name)));
  return !value.empty() && hint_matches(expression, value, false);
}

/// The BMC's virtual media come and go, and hold another machine's image next time.
bool is_possible_root(const disk& candidate) {
  return may_be_root({candidate.read_only, candidate.transport ? *candidate.transport : "",
                      candidate.vendor ? *candidate.vendor : "", candidate.model});
}

}  // namespace

bool hint_matches(const std::string& expression, const std::string& value, bool is_number) {
  const auto sign = operator_of(expression);
  const auto wanted = operands(expression, sign.empty() ? std::string{"\0", 1} : sign);
  if (wanted.empty()) return false;
  if (sign.empty()) return is_number ? decimal(value) == decimal(expression) : value == expression;
  if (sign == "<or>") return std::find(wanted.begin(), wanted.end(), value) != wanted.end();
  if (sign == "<in>" || sign == "<all-in>")
    return std::all_of(wanted.begin(), wanted.end(), [&value](const std::string& x) {
      return value.find(x) != std::string::npos;
    });
  if (sign.front() == 's') return compare(sign.substr(1), value, wanted.front());
  return compare(sign, decimal(value), decimal(wanted.front()));
}

bool meets_hints(const disk& candidate, const nlohmann::json& hints) {
  bool out = true;  // checks all hints, so that an invalid one is always found
  for (const auto& [name, hint] : hints.items()) out = meets_hint(candidate, name, hint) && out;
  return out;
}

const disk& choose_root_disk(const std::vector<disk>& disks, const nlohmann::json& hints) {
  if (hints.is_object() && !hints.empty()) {
    for (const auto& one : disks)
      if (meets_hints(one, hints) && is_possible_root(one)) return one;
    throw device_not_found("No suitable device was found for deployment using these hints " +
                           text_of(hints));
  }
  const disk* out = nullptr;
  for (const auto& one : disks)
    if (one.size >= root_size_min && is_possible_root(one) &&
        (out == nullptr || one.size < out->size))
      out = &one;
  if (out == nullptr)
    throw device_not_found(
        "No suitable device was found for deployment - root device hints were not provided and all "
        "found block devices are smaller than " +
        std::to_string(root_size_min) + "B, read-only or virtual media of the BMC.");
  return *out;
}

nlohmann::json root_hints_of(const nlohmann::json& node) {
  const auto& ours = object_member(object_member(node, "instance_info"), "root_device");
  return ours.empty() ? object_member(object_member(node, "properties"), "root_device") : ours;
}

std::vector<disk> without_skipped(std::vector<disk> disks, const nlohmann::json& node) {
  const auto& properties = object_member(node, "properties");
  const auto list = properties.find("skip_block_devices");
  if (list == properties.end() || !list->is_array()) return disks;
  for (const auto& hints : *list) {
    if (!hints.is_object() || hints.empty() || hints.contains("volume_name")) continue;
    disks.erase(std::remove_if(disks.begin(), disks.end(),
                               [&hints](const disk& x) { return meets_hints(x, hints); }),
                disks.end());
  }
  return disks;
}

}  // namespace ironbus::ramdisk
