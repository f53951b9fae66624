#pragma once

#include "messages/model/driver_catalog.hpp"

namespace ironbus {

/// Key of driver_internal_info: which implementations the node's instance has in the place of the
/// node's own, an object of names by kind. It is written when a deployment or an adoption is
/// accepted and goes with the instance, so that what clients change meanwhile turns no deployment.
inline constexpr std::string_view instance_interfaces_key = "instance_interfaces";

/// What an instance that is deployed now would have in the place of the node's own: what
/// instance_info names as `<kind>_interface`, and what a deploy interface that chooses by instance
/// has chosen. Refuses (`invalid`) what is no text, not enabled or not supported by the driver, and
/// an instance that none of the deploy interfaces to be chosen from is for.
result<json> choose_instance_interfaces(const driver_catalog& drivers, const node& node);

/// An empty object: there are none.
void note_instance_interfaces(node& node, json chosen);

/// The implementation that is in use for a kind: the instance's, or the node's own. Unset: none.
std::optional<std::string> interface_in_use(const node& node, std::string_view kind);
/// The same of the attributes of a node as they are stored.
std::optional<std::string> interface_in_use(const json& attributes, std::string_view kind);

}  // namespace ironbus
