#include "gateways/http/metadata/instance_data.hpp"

#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

/// From the first boot of the instance until its teardown.
constexpr std::array instance_states{"deploying", "wait call-back", "deploy hold", "active"};

json member_or_null(const json& document, const char* key) {
  const auto found = document.is_object() ? document.find(key) : document.end();
  return document.is_object() && found != document.end() ? *found : json{};
}

json object_or_null(const json& document, const char* key) {
  auto out = member_or_null(document, key);
  return out.is_object() ? out : json{};
}

}  // namespace

instance_data read_instance_data(const json& attributes) {
  const auto drive = object_or_null(object_or_null(attributes, "instance_info"), "configdrive");
  instance_data out;
  out.meta_data = object_or_null(drive, "meta_data");
  if (out.meta_data.is_null()) out.meta_data = json::object();
  if (!out.meta_data.contains("uuid")) out.meta_data["uuid"] = member_text(attributes, "uuid");
  if (const auto name = member_text(attributes, "name");
      !name.empty() && !out.meta_data.contains("name"))
    out.meta_data["name"] = name;
  const auto user = member_or_null(drive, "user_data");
  if (!user.is_null()) out.user_data = user.is_string() ? user.get<std::string>() : to_text(user);
  out.network_data = object_or_null(drive, "network_data");
  out.vendor_data = object_or_null(drive, "vendor_data");
  return out;
}

bool has_instance(const json& attributes) {
  const auto state = member_text(attributes, "provision_state");
  return std::find(instance_states.begin(), instance_states.end(), state) != instance_states.end();
}

std::string instance_data::id() const { return member_text(meta_data, "uuid"); }

std::string instance_data::host_name() const {
  for (const char* key : {"hostname", "local-hostname", "name"})
    if (auto out = member_text(meta_data, key); !out.empty()) return out;
  return {};
}

std::vector<std::pair<std::string, std::string>> instance_data::public_keys() const {
  std::vector<std::pair<std::string, std::string>> out;
  const auto all = member_or_null(meta_data, "public_keys");
  if (all.is_object())
    for (const auto& [name, key] : all.items())
      if (key.is_string()) out.emplace_back(name, trim(key.get<std::string>(), " \r\n"));
  if (all.is_array())
    for (const auto& key : all)
      if (key.is_string())
        out.emplace_back("key" + std::to_string(out.size()), trim(key.get<std::string>(), " \r\n"));
  return out;
}

}  // namespace ironbus::http
