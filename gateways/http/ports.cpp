#include "gateways/http/body_check.hpp"
#include "gateways/http/handlers.hpp"
#include "gateways/http/list_query.hpp"
#include "gateways/http/node_access.hpp"
#include "gateways/http/port_rules.hpp"
#include "gateways/http/send.hpp"
#include "gateways/http/services.hpp"
#include "messages/uuid.hpp"

#include <array>

namespace ironbus::http {

namespace {

using k = filter_kind;

constexpr int port_names_since = 88;

constexpr std::array port_filters{
    filter_spec{"node", 1, k::node, "node_uuid"},
    filter_spec{"node_uuid", 1, k::uuid, "node_uuid"},
    filter_spec{"address", 1, k::mac, "address"},
    filter_spec{"portgroup", 24, k::uuid, "portgroup_uuid"},
};

failure no_such_port(const std::string& ident) {
  return {error_code::not_found, "Port " + ident.substr(0, 255) + " could not be found."};
}

void list(const call_ptr& x, bool full) {
  auto wanted = read_list(*x, port_resource(), port_filters, full);
  if (!wanted) return x->refuse(wanted.error());
  const auto* node = x->url.parameter("node");
  if (node == nullptr) return answer_list(x, port_resource(), std::move(*wanted));
  auto found = [x, wanted = std::move(*wanted)](const std::string& uuid,
                                                const std::string&) mutable {
    wanted.wanted.filters.push_back({"node_uuid", filter::op::equal, {uuid}});
    answer_list(x, port_resource(), std::move(wanted));
  };
  with_node_text(x, *node, std::move(found));
}

void list_of_node(const call_ptr& x, bool full) {
  auto wanted = read_list(*x, port_resource(), {}, full);
  if (!wanted) return x->refuse(wanted.error());
  auto found = [x, full, wanted = std::move(*wanted)](const std::string& uuid,
                                                      const std::string&) mutable {
    wanted.wanted.filters.push_back({"node_uuid", filter::op::equal, {uuid}});
    wanted.path = "/v1/nodes/" + uuid + "/ports" + (full ? "/detail" : "");
    answer_list(x, port_resource(), std::move(wanted));
  };
  with_node_text(x, x->arguments[0], std::move(found));
}

/// The node a port belongs to, for a port named by UUID, or by name where `names` allows it.
void with_owner(const call_ptr& x, const std::string& ident, bool names,
                std::function<void(const std::string& node)> go_on) {
  const bool uuid = is_uuid(ident);
  if (!uuid && (!names || x->version < port_names_since))
    return x->refuse(names ? no_such_port(ident)
                           : failure{error_code::invalid, "Expected the UUID of a port, got " +
                                                              to_text(ident.substr(0, 80)) + "."});
  auto resolved = [x, ident, go_on = std::move(go_on)](const result<std::string>& node) {
    if (node) return go_on(*node);
    x->refuse(node.error().code == error_code::not_found ? no_such_port(ident) : node.error());
  };
  x->with.records.resolve({uuid ? "ports.uuid" : "ports.name", ident},
                          x->either<std::string>(std::move(resolved)));
}

/// The port of a node's snapshot by UUID or name; null if it is gone.
const json* find_port(const json& snapshot, const std::string& ident) {
  for (const auto& port : snapshot.at("ports"))
    if (port.value("uuid", "") == ident || port.value("name", json{}) == ident) return &port;
  return nullptr;
}

void respond_port(call& x, unsigned status, const json& port, const selection& shown) {
  const auto base = x.base();
  response out;
  out.status = status;
  append_object(out.body, shown, {port, nullptr}, {x.version, base, "ports"});
  if (status == 201)
    out.headers.emplace_back("Location", base + "/v1/ports/" + port.at("uuid").get<std::string>());
  x.respond(std::move(out));
}

void respond_answer(call& x, unsigned status, const std::string& body) {
  const auto port = parse_own_json(body);
  if (!port) return x.refuse(port.error());
  respond_port(x, status, *port, select_full(port_resource(), x.version));
}

/// The UUID of a port that a command is about, once its node's snapshot is there.
void with_port(const call_ptr& x, bool names,
               std::function<void(const std::string& node, const json& port)> go_on) {
  const auto& ident = x->arguments[0];
  with_owner(x, ident, names, [x, ident, go_on = std::move(go_on)](const std::string& owner) {
    with_node(x, owner, [x, ident, go_on](const std::string& uuid, const json& snapshot) {
      const auto* port = find_port(snapshot, ident);
      if (port == nullptr) return x->refuse(no_such_port(ident));
      go_on(uuid, *port);
    });
  });
}

// A node that is missing makes the body wrong, not the path.
void send_new_port(const call_ptr& x, const create_port& what, const std::string& node) {
  auto answered = [x, node](const result<std::string>& body) {
    if (body) return respond_answer(*x, 201, *body);
    auto why = body.error();
    if (why.code == error_code::not_found)
      why = {error_code::invalid,
             "Invalid value for 'node_uuid': node " + node + " could not be found."};
    x->refuse(why);
  };
  x->with.commands.ask(what, node, std::string{x->in.header("traceparent")},
                       x->either<std::string>(std::move(answered)));
}

}  // namespace

void list_ports(const call_ptr& x) { list(x, false); }

void list_ports_in_full(const call_ptr& x) { list(x, true); }

void list_ports_of_node(const call_ptr& x) { list_of_node(x, false); }

void list_ports_of_node_in_full(const call_ptr& x) { list_of_node(x, true); }

void show_port(const call_ptr& x) {
  auto shown = select_full(port_resource(), x->version);
  if (const auto* fields = x->url.parameter("fields")) {
    auto chosen = select_fields(port_resource(), x->version, *fields);
    if (!chosen) return x->refuse(chosen.error());
    shown = std::move(*chosen);
  }
  with_port(x, true, [x, shown = std::move(shown)](const std::string&, const json& port) {
    respond_port(*x, 200, port, shown);
  });
}

void create_one_port(const call_ptr& x) {
  auto body = x->body_object();
  if (!body) return x->refuse(body.error());
  const auto owner = take_owner(*body, x->version);
  if (!owner) return x->refuse(owner.error());
  auto fields = check_create(port_resource(), std::move(*body), x->version);
  if (!fields) return x->refuse(fields.error());
  if (auto checked = check_new_port(*fields, x->version); !checked)
    return x->refuse(checked.error());
  if (!fields->contains("uuid")) fields->emplace("uuid", random_uuid());
  auto send = [x, fields = std::move(*fields)](const std::string& node) mutable {
    fields["node_uuid"] = node;
    send_new_port(x, create_port{std::move(fields)}, node);
  };
  if (is_uuid(*owner)) return send(*owner);
  with_node_uuid(x, *owner, std::move(send));
}

void patch_port(const call_ptr& x) {
  const auto body = x->body_json();
  if (!body) return x->refuse(body.error());
  auto patch = check_patch(port_resource(), *body, x->version);
  if (!patch) return x->refuse(patch.error());
  if (auto checked = check_port_patch(*patch, x->version); !checked)
    return x->refuse(checked.error());
  with_port(x, true, [x, patch = std::move(*patch)](const std::string& node, const json& port) {
    update_port what{port.at("uuid").get<std::string>(), patch, x->version};
    ask_node(x, what, node, [x](const std::string& text) { respond_answer(*x, 200, text); });
  });
}

void delete_one_port(const call_ptr& x) {
  with_owner(x, x->arguments[0], false, [x](const std::string& node) {
    ask_node(x, delete_port{x->arguments[0]}, node, 204);
  });
}

}  // namespace ironbus::http
