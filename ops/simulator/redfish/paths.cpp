#include "ops/simulator/redfish/paths.hpp"

#include "messages/base/text.hpp"

namespace ironbus::simulator {

namespace {

std::string below(std::string_view kind, std::string_view id, std::string_view rest) {
  std::string out{root_path};
  out.append(kind).append(id).append(rest);
  return out;
}

}  // namespace

std::string system_path(const profile& kind, std::string_view rest) {
  return below("/Systems/", kind.system_id, rest);
}

std::string manager_path(const profile& kind, std::string_view rest) {
  return below("/Managers/", kind.manager_id, rest);
}

std::string chassis_path(const profile& kind, std::string_view rest) {
  return below("/Chassis/", kind.chassis_id, rest);
}

std::string service_path(std::string_view rest) { return below({}, {}, rest); }

std::string media_path(const profile& kind) {
  return kind.media_under_system ? system_path(kind, "/VirtualMedia")
                                 : manager_path(kind, "/VirtualMedia");
}

std::string path_of(std::string_view target) {
  auto out = percent_decode(target.substr(0, target.find('?'))).value_or("");
  while (out.size() > 1 && out.ends_with('/')) out.pop_back();
  return out;
}

json link_to(std::string path) { return {{"@odata.id", std::move(path)}}; }

json resource(std::string path, std::string_view type, std::string id, std::string name) {
  return {{"@odata.id", std::move(path)},
          {"@odata.type", "#" + std::string{type}},
          {"Id", std::move(id)},
          {"Name", std::move(name)}};
}

json collection(std::string path, std::string_view type, std::string name, json members) {
  json out{{"@odata.id", std::move(path)},
           {"@odata.type", "#" + std::string{type} + "." + std::string{type}},
           {"Name", std::move(name)},
           {"Members@odata.count", members.size()}};
  out["Members"] = std::move(members);
  return out;
}

json member_links(const std::string& path, const std::vector<std::string>& ids) {
  auto out = json::array();
  for (const auto& id : ids) out.push_back(link_to(path + "/" + id));
  return out;
}

json good_status() { return {{"State", "Enabled"}, {"Health", "OK"}}; }

json action(const std::string& resource_path, std::string_view name, std::string_view parameter,
            std::string_view values) {
  json out{{"target", resource_path + "/Actions/" + std::string{name}}};
  if (!parameter.empty())
    out[std::string{parameter} + "@Redfish.AllowableValues"] = items_of(values);
  return out;
}

}  // namespace ironbus::simulator
