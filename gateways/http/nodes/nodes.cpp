#include "gateways/http/api/send_command.hpp"
#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/nodes/node_rules.hpp"
#include "gateways/http/resources/chassis.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/body_check.hpp"
#include "gateways/http/view/list_query.hpp"
#include "messages/base/uuid.hpp"

namespace ironbus::http {

namespace {

/// Children are shown only where somebody asks for them.
result<std::monostate> hide_children(const call& x, list_request& wanted) {
  bool shown = false;
  if (const auto* value = x.url.parameter("include_children")) {
    auto yes = read_boolean("include_children", *value);
    if (!yes) return tl::unexpected(yes.error());
    shown = *yes;
  }
  if (!shown) wanted.wanted.filters.push_back({"parent_node", filter::op::absent, {}});
  return {};
}

void list_all(const call_ptr& x, bool full) {
  auto wanted = read_list(*x, node_resource(), filters_of("nodes"), full);
  if (!wanted) return x->refuse(wanted.error());
  const auto* parent = x->url.parameter("parent_node");
  if (parent == nullptr) {
    if (auto hidden = hide_children(*x, *wanted); !hidden) return x->refuse(hidden.error());
    return answer_list(x, node_resource(), std::move(*wanted));
  }
  with_node_uuid(x, *parent, [x, wanted = std::move(*wanted)](const std::string& uuid) mutable {
    wanted.wanted.filters.push_back({"parent_node", filter::op::equal, {uuid}});
    answer_list(x, node_resource(), std::move(wanted));
  });
}

std::string node_text(const call& x, const selection& shown, const json& snapshot) {
  const auto base = x.base();
  std::string out;
  out.reserve(4096);
  append_object(out, shown, shown_document{snapshot.at("about"), &snapshot},
                {x.version, base, "nodes"});
  return out;
}

/// The full node from a snapshot that a conductor has answered.
void respond_node(call& x, unsigned status, const std::string& snapshot_text) {
  const auto snapshot = parse_own_json(snapshot_text);
  if (!snapshot) return x.refuse(snapshot.error());
  response out;
  out.status = status;
  out.body = node_text(x, select_full(node_resource(), x.version), *snapshot);
  if (status == 201)
    out.headers.emplace_back(
        "Location", x.base() + "/v1/nodes/" + snapshot->at("about").at("uuid").get<std::string>());
  x.respond(std::move(out));
}

void send_new_node(const call_ptr& x, const json& fields) {
  const auto uuid = fields.at("uuid").get<std::string>();
  ask_node(x, create_node{fields, x->version}, uuid,
           [x](const std::string& body) { respond_node(*x, 201, body); });
}

/// The UUID of a node named as a parent; it must be there, or the request is invalid.
void with_parent(const call_ptr& x, const std::string& ident,
                 std::function<void(const std::string&)> go_on) {
  auto found = [x, ident, go_on = std::move(go_on)](const result<std::string>& uuid) {
    if (uuid) return go_on(*uuid);
    x->refuse({error_code::invalid,
               "Invalid value for 'parent_node': node " + ident + " could not be found."});
  };
  if (!is_uuid(ident))
    return x->with.records.resolve({"nodes.name", ident}, x->either<std::string>(std::move(found)));
  auto loaded = [found = std::move(found)](const result<stored>& record) {
    found(record.map([](const stored& y) { return y.id; }));
  };
  x->with.records.load("node", ident, x->either<stored>(std::move(loaded)));
}

/// What a patch sets a field to; null if it leaves it alone or removes it.
json value_set(const std::vector<patch_operation>& patch, std::string_view path) {
  json out;
  for (const auto& op : patch)
    if (op.path == path) out = op.op == "remove" ? json{} : op.value;
  return out;
}

result<bool> wants_reset(const call& x, const std::vector<patch_operation>& patch) {
  static constexpr int since = 45;
  const auto* value = x.url.parameter("reset_interfaces");
  if (value == nullptr) return false;
  if (x.version < since)
    return fail(error_code::not_acceptable, "'reset_interfaces' needs API version 1.45.");
  auto wanted = read_boolean("reset_interfaces", *value);
  const bool driver_changes =
      std::any_of(patch.begin(), patch.end(), [](const auto& op) { return op.path == "/driver"; });
  if (wanted && *wanted && !driver_changes)
    return fail(error_code::invalid,
                "'reset_interfaces' is allowed only together with a change of /driver.");
  return wanted;
}

}  // namespace

void list_nodes(const call_ptr& x) { list_all(x, false); }

void list_nodes_in_full(const call_ptr& x) { list_all(x, true); }

void show_node(const call_ptr& x) {
  auto shown = read_fields(*x, node_resource());
  if (!shown) return x->refuse(shown.error());
  with_node(x, x->arguments[0],
            [x, shown = std::move(*shown)](const std::string&, const json& snapshot) {
              x->respond_json(node_text(*x, shown, snapshot));
            });
}

void create_one_node(const call_ptr& x) {
  auto body = x->body_object();
  if (!body) return x->refuse(body.error());
  auto fields = check_create(node_resource(), std::move(*body), x->version);
  if (!fields) return x->refuse(fields.error());
  if (auto checked = check_new_node(*fields, {x->with.catalog, x->with.networks}, x->version);
      !checked)
    return x->refuse(checked.error());
  if (!fields->contains("uuid")) fields->emplace("uuid", random_uuid());
  const auto chassis = fields->value("chassis_uuid", json{});
  with_chassis(x, chassis, [x, fields = std::move(*fields)]() mutable {
    const auto parent = fields.value("parent_node", json{});
    if (!parent.is_string()) return send_new_node(x, fields);
    with_parent(x, parent.get<std::string>(),
                [x, fields = std::move(fields)](const std::string& uuid) mutable {
                  fields["parent_node"] = uuid;
                  send_new_node(x, fields);
                });
  });
}

void patch_node(const call_ptr& x) {
  const auto body = x->body_json();
  if (!body) return x->refuse(body.error());
  auto patch = check_patch(node_resource(), *body, x->version);
  if (!patch) return x->refuse(patch.error());
  if (auto checked = check_node_patch(*patch, {x->with.catalog, x->with.networks}, x->version);
      !checked)
    return x->refuse(checked.error());
  const auto reset = wants_reset(*x, *patch);
  if (!reset) return x->refuse(reset.error());
  update_node what{std::move(*patch), *reset, x->version};
  with_node_uuid(x, x->arguments[0], [x, what = std::move(what)](const std::string& uuid) {
    with_chassis(x, value_set(what.patch, "/chassis_uuid"), [x, what, uuid] {
      ask_node(x, what, uuid, [x](const std::string& text) { respond_node(*x, 200, text); });
    });
  });
}

void delete_one_node(const call_ptr& x) {
  with_node_uuid(x, x->arguments[0],
                 [x](const std::string& uuid) { ask_node(x, delete_node{}, uuid, 204); });
}

}  // namespace ironbus::http
