#pragma once

#include "messages/model/driver_catalog.hpp"

namespace ironbus {

/// Key of driver_internal_info: the implementations that the node's instance uses instead of the
/// node's own, an object of names by kind. Written when a deployment or an adoption is accepted,
/// and removed with the instance. So later changes by clients do not affect a running deployment.
inline constexpr std::string_view instance_interfaces_key = "instance_interfaces";

/// The implementations that an instance deployed now would use instead of the node's own: those
/// that instance_info names as `<kind>_interface`, and the choice of a deploy interface that
/// chooses by instance. Rejects (`invalid`) a value that is not a string, not enabled or not
/// supported by the driver, and an instance that no candidate can deploy.
result<json> choose_instance_interfaces(const driver_catalog& drivers, const node& node);

/// `chosen` is empty if there are none.
void note_instance_interfaces(node& node, json chosen);

/// The implementation in use for a kind: the instance's, or the node's own. Unset: none.
std::optional<std::string> interface_in_use(const node& node, std::string_view kind);
/// The same for the stored attributes of a node.
std::optional<std::string> interface_in_use(const json& attributes, std::string_view kind);

}  // namespace ironbus
