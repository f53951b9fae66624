#include "gateways/http/resources/subresource.hpp"

#include "gateways/http/api/send_command.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/resources/port_rules.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/body_check.hpp"
#include "messages/base/uuid.hpp"

namespace ironbus::http {

namespace {

failure no_such_part(const part_api& of, const std::string& ident) {
  return {error_code::not_found,
          std::string{of.of().title} + " " + ident.substr(0, 255) + " could not be found."};
}

std::string key_space(const part_api& of, std::string_view field) {
  return std::string{of.of().collection} + "." + std::string{field};
}

/// The node a part belongs to, for a part named by UUID, or by name where that is allowed.
void with_owner(const part_api& of, const call_ptr& x, bool names,
                std::function<void(const std::string& node)> go_on) {
  const auto& ident = x->arguments[0];
  const bool uuid = is_uuid(ident);
  if (!uuid && (!names || of.names_since == 0))
    return x->refuse({error_code::invalid, "Expected the UUID of a " + std::string{of.kind} +
                                               ", got " + to_text(ident.substr(0, 80)) + "."});
  if (auto ok = check_ident(ident); !ok) return x->refuse(ok.error());
  if (!uuid && x->version < of.names_since) return x->refuse(no_such_part(of, ident));
  auto resolved = [x, &of, ident, go_on = std::move(go_on)](const result<std::string>& node) {
    if (node) return go_on(*node);
    x->refuse(node.error().code == error_code::not_found ? no_such_part(of, ident) : node.error());
  };
  x->with.records.resolve({key_space(of, uuid ? "uuid" : "name"), ident},
                          x->either<std::string>(std::move(resolved)));
}

const json* find_part(const part_api& of, const json& snapshot, const std::string& ident) {
  const auto all = snapshot.find(of.of().collection);
  if (all == snapshot.end()) return nullptr;
  for (const auto& part : *all)
    if (part.value("uuid", "") == ident || part.value("name", json{}) == ident) return &part;
  return nullptr;
}

void respond_part(const part_api& of, call& x, unsigned status, const json& part,
                  const selection& shown) {
  const auto base = x.base();
  const auto path = of.of().api_path();
  response out;
  out.status = status;
  append_object(out.body, shown, shown_document{part}, {x.version, base, path});
  if (status == 201)
    out.headers.emplace_back(
        "Location", base + "/v1/" + std::string{path} + "/" + part.at("uuid").get<std::string>());
  x.respond(std::move(out));
}

void respond_answer(const part_api& of, call& x, unsigned status, const std::string& body) {
  const auto part = parse_own_json(body);
  if (!part) return x.refuse(part.error());
  respond_part(of, x, status, *part, select_full(of.of(), x.version));
}

// A node that is missing makes the body wrong, not the path.
void send_new(const part_api& of, const call_ptr& x, const json& fields, const std::string& node) {
  auto answered = [x, &of, node](const result<std::string>& body) {
    if (body) return respond_answer(of, *x, 201, *body);
    auto why = body.error();
    if (why.code == error_code::not_found)
      why = {error_code::invalid,
             "Invalid value for 'node_uuid': node " + node + " could not be found."};
    x->refuse(why);
  };
  x->with.commands.ask(create_part{std::string{of.kind}, fields, x->version}, node, x->origin(),
                       x->either<std::string>(std::move(answered)));
}

}  // namespace

void list_parts(const part_api& of, const call_ptr& x, bool full) {
  auto wanted = read_list(*x, of.of(), filters_of(of.of().collection), full);
  if (!wanted) return x->refuse(wanted.error());
  const auto* node = x->url.parameter("node");
  if (node == nullptr) return answer_list(x, of.of(), std::move(*wanted));
  auto found = [x, &of, wanted = std::move(*wanted)](const std::string& uuid,
                                                     const std::string&) mutable {
    wanted.wanted.filters.push_back({"node_uuid", filter::op::equal, {uuid}});
    answer_list(x, of.of(), std::move(wanted));
  };
  with_node_text(x, *node, std::move(found));
}

void list_parts_of_node(const part_api& of, const call_ptr& x, std::string_view below, bool full) {
  auto wanted = read_list(*x, of.of(), {}, full);
  if (!wanted) return x->refuse(wanted.error());
  auto found = [x, &of, full, place = std::string{below}, wanted = std::move(*wanted)](
                   const std::string& uuid, const std::string&) mutable {
    wanted.wanted.filters.push_back({"node_uuid", filter::op::equal, {uuid}});
    wanted.path = "/v1/nodes/" + uuid + "/" + place + (full ? "/detail" : "");
    answer_list(x, of.of(), std::move(wanted));
  };
  with_node_text(x, x->arguments[0], std::move(found));
}

void with_part(const part_api& of, const call_ptr& x,
               std::function<void(const std::string& node, const json& part)> go_on) {
  with_owner(of, x, true, [x, &of, go_on = std::move(go_on)](const std::string& owner) {
    with_node(x, owner, [x, &of, go_on](const std::string& uuid, const json& snapshot) {
      const auto* part = find_part(of, snapshot, x->arguments[0]);
      if (part == nullptr) return x->refuse(no_such_part(of, x->arguments[0]));
      go_on(uuid, *part);
    });
  });
}

void show_part(const part_api& of, const call_ptr& x) {
  auto shown = read_fields(*x, of.of());
  if (!shown) return x->refuse(shown.error());
  with_part(of, x, [x, &of, shown = std::move(*shown)](const std::string&, const json& part) {
    respond_part(of, *x, 200, part, shown);
  });
}

void create_part_of(const part_api& of, const call_ptr& x) {
  auto body = x->body_object();
  if (!body) return x->refuse(body.error());
  const auto owner = take_owner(*body, x->version, of.kind == "port");
  if (!owner) return x->refuse(owner.error());
  (*body)["node_uuid"] = "00000000-0000-0000-0000-000000000000";  // until the owner is known
  auto fields = check_create(of.of(), std::move(*body), x->version);
  if (!fields) return x->refuse(fields.error());
  if (of.check_new != nullptr)
    if (auto checked = of.check_new(*fields, x->version); !checked)
      return x->refuse(checked.error());
  if (!fields->contains("uuid")) fields->emplace("uuid", random_uuid());
  auto send = [x, &of, fields = std::move(*fields)](const std::string& node) mutable {
    fields["node_uuid"] = node;
    send_new(of, x, fields, node);
  };
  if (is_uuid(*owner)) return send(*owner);
  with_node_uuid(x, *owner, std::move(send));
}

void patch_part_of(const part_api& of, const call_ptr& x) {
  const auto body = x->body_json();
  if (!body) return x->refuse(body.error());
  auto patch = check_patch(of.of(), *body, x->version);
  if (!patch) return x->refuse(patch.error());
  if (of.check_patch != nullptr)
    if (auto checked = of.check_patch(*patch, x->version); !checked)
      return x->refuse(checked.error());
  with_part(of, x, [x, &of, patch = std::move(*patch)](const std::string& node, const json& part) {
    update_part what{std::string{of.kind}, part.at("uuid").get<std::string>(), patch, x->version};
    ask_node(x, what, node,
             [x, &of](const std::string& text) { respond_answer(of, *x, 200, text); });
  });
}

void delete_part_of(const part_api& of, const call_ptr& x) {
  if (of.removed_by_name && !is_uuid(x->arguments[0]))
    return with_part(of, x, [x, &of](const std::string& node, const json& part) {
      ask_node(x, delete_part{std::string{of.kind}, part.at("uuid").get<std::string>()}, node, 204);
    });
  with_owner(of, x, false, [x, &of](const std::string& node) {
    ask_node(x, delete_part{std::string{of.kind}, x->arguments[0]}, node, 204);
  });
}

}  // namespace ironbus::http
