#pragma once

#include "messages/base/json.hpp"
#include "ops/simulator/profile/profile.hpp"

#include <string>
#include <string_view>

namespace ironbus::simulator {

inline constexpr std::string_view root_path = "/redfish/v1";

std::string system_path(const profile& kind, std::string_view rest = {});
std::string manager_path(const profile& kind, std::string_view rest = {});
std::string chassis_path(const profile& kind, std::string_view rest = {});
std::string service_path(std::string_view rest);
/// Path of the collection of virtual media.
std::string media_path(const profile& kind);

/// The path of a request target: without query, decoded, without a trailing slash.
std::string path_of(std::string_view target);

json link_to(std::string path);
/// The common members of every resource.
json resource(std::string path, std::string_view type, std::string id, std::string name);
json collection(std::string path, std::string_view type, std::string name, json members);
/// The links to the members of a collection.
json member_links(const std::string& path, const std::vector<std::string>& ids);
json good_status();
/// An action, with the allowable values of a parameter.
json action(const std::string& resource_path, std::string_view name,
            std::string_view parameter = {}, std::string_view values = {});

}  // namespace ironbus::simulator
