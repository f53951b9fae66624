#include "actors/inspection/rules/actions.hpp"
#include "actors/inspection/rules/attributes.hpp"
#include "messages/model/field.hpp"

namespace ironbus::inspection {

namespace {

/// The port of that UUID or MAC address.
result<resource_ref> the_port(node_view& view, const std::string& ident) {
  const auto mac = normalize_mac(ident);
  for (auto& port : view.docs.ports)
    if (port.at("uuid") == ident || (mac && port.at("address") == *mac))
      return resource_ref{resource_kind::port, port, "ports/" + port.at("uuid").get<std::string>()};
  return fail(error_code::not_found,
              "the node has no port of UUID or MAC address '" + ident.substr(0, 64) + "'");
}

}  // namespace

checked set_port_attribute(node_view& node_view, const arguments& args) {
  const auto port = the_port(node_view, args.text(0));
  if (!port) return tl::unexpected(port.error());
  return set_attribute_at(node_view, *port, args.text(1), args.argument(2));
}

checked extend_port_attribute(node_view& node_view, const arguments& args) {
  const auto port = the_port(node_view, args.text(0));
  if (!port) return tl::unexpected(port.error());
  return extend_attribute_at(node_view, *port, args.text(1), args.argument(2),
                             args.argument(3).get<bool>());
}

checked delete_port_attribute(node_view& node_view, const arguments& args) {
  const auto port = the_port(node_view, args.text(0));
  if (!port) return tl::unexpected(port.error());
  return delete_attribute_at(node_view, *port, args.text(1));
}

}  // namespace ironbus::inspection
