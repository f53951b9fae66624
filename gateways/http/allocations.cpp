#include "gateways/http/error.hpp"
#include "gateways/http/handlers.hpp"
#include "gateways/http/node_access.hpp"
#include "gateways/http/records.hpp"
#include "gateways/http/send.hpp"
#include "gateways/http/services.hpp"
#include "messages/uuid.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

constexpr int backfill_since = 58;

const record_api allocations{"allocation", true};

// -- create ---------------------------------------------------------------------------------------

/// The UUIDs of the nodes named, one after the other; a node that is missing makes the body wrong.
void with_candidates(const call_ptr& x, const json& idents, json found,
                     std::function<void(const json& uuids)> go_on) {
  if (found.size() == idents.size()) return go_on(found);
  const auto& ident = idents[found.size()];
  if (!ident.is_string())
    return x->refuse({error_code::invalid, "'candidate_nodes' must be a list of strings."});
  const auto name = ident.get<std::string>();
  auto loaded = [x, idents, name, found = std::move(found),
                 go_on = std::move(go_on)](const result<stored>& node) mutable {
    if (!node || node->erased)
      return x->refuse({error_code::invalid, "Invalid value for 'candidate_nodes': node " +
                                                 name.substr(0, 255) + " could not be found."});
    found.push_back(node->id);
    with_candidates(x, idents, std::move(found), std::move(go_on));
  };
  auto load = [x, loaded = std::move(loaded)](const std::string& uuid) mutable {
    x->with.records.load("node", uuid, x->either<stored>(std::move(loaded)));
  };
  if (is_uuid(name)) return load(name);
  auto resolved = [x, name, load = std::move(load)](const result<std::string>& uuid) mutable {
    load(uuid ? *uuid : name);
  };
  x->with.records.resolve({"nodes.name", name}, x->either<std::string>(std::move(resolved)));
}

void respond_new(const call_ptr& x, const std::string& text) {
  const auto about = parse_own_json(text);
  if (!about) return x->refuse(about.error());
  respond_record(allocations, *x, 201, *about);
}

/// Asks the node as the allocation does; its answer says how that will end.
void confirm_backfill(const call_ptr& x, const json& fields, const std::string& node,
                      const std::string& text) {
  auto about = parse_own_json(text);
  if (!about) return x->refuse(about.error());
  const auto& wanted_class = about->at("resource_class");
  const auto& owner = about->at("owner");
  claim_node claim{fields.at("uuid").get<std::string>(),
                   wanted_class.is_null() ? std::nullopt : std::optional{wanted_class},
                   about->at("traits"),
                   owner.is_null() ? std::nullopt : std::optional{owner.get<std::string>()}, true};
  ask_node(x, claim, node, [x, node, about = std::move(*about)](const std::string& body) mutable {
    const auto answer = parse_own_json(body.empty() ? "{}" : body);
    if (!answer) return x->refuse(answer.error());
    if (answer->contains("refusal"))
      return x->refuse({error_code::conflict, "Node " + node + " can not be recorded: " +
                                                  answer->at("refusal").get<std::string>() + "."});
    about["state"] = "active";
    about["node_uuid"] = node;
    respond_record(allocations, *x, 201, about);
  });
}

void create_backfill(const call_ptr& x, json body, const std::string& ident) {
  with_node(
      x, ident, [x, body = std::move(body)](const std::string& uuid, const json& node) mutable {
        const auto& instance = node.at("about").at("instance_uuid");
        if (!body.contains("uuid") && instance.is_string()) body["uuid"] = instance;
        auto fields = check_new_record(allocations, *x, std::move(body));
        if (!fields) return x->refuse(fields.error());
        (*fields)["node"] = uuid;
        const auto subject = record_subject("allocation", fields->at("uuid").get<std::string>());
        ask_record(x, create_record{*fields, x->version}, subject,
                   [x, fields = *fields, uuid](const std::string& text) {
                     confirm_backfill(x, fields, uuid, text);
                   });
      });
}

void create_searching(const call_ptr& x, json fields) {
  const auto idents = fields.value("candidate_nodes", json::array());
  with_candidates(x, idents, json::array(),
                  [x, fields = std::move(fields)](const json& uuids) mutable {
                    fields["candidate_nodes"] = uuids;
                    const auto uuid = fields.at("uuid").get<std::string>();
                    ask_record(x, create_record{std::move(fields), x->version},
                               record_subject("allocation", uuid),
                               [x](const std::string& text) { respond_new(x, text); });
                  });
}

/// Takes the node to be recorded out of the body; empty if there is none.
result<std::string> take_node(json& body, int version) {
  const auto node = body.find("node");
  if (node == body.end()) return std::string{};
  if (version < backfill_since)
    return fail(error_code::not_acceptable, "'node' needs API version 1.58.");
  if (!node->is_string()) return invalid("Invalid value for 'node'; it must be a UUID or a name.");
  if (body.contains("candidate_nodes"))
    return invalid("'node' and 'candidate_nodes' exclude each other.");
  auto out = node->get<std::string>();
  body.erase("node");
  return out;
}

result<std::monostate> check_allocation_name(const json& body, int version) {
  const auto name = body.find("name");
  if (name == body.end() || !name->is_string()) return {};
  return check_node_name(name->get<std::string>(), version);
}

// -- delete ---------------------------------------------------------------------------------------

void erase_allocation(const call_ptr& x, const std::string& uuid) {
  auto gone = [x](const result<std::string>& done) {
    if (done || done.error().code == error_code::not_found) return x->respond_empty(204);
    x->refuse(done.error());
  };
  x->with.commands.ask(delete_record{}, record_subject("allocation", uuid), x->origin(),
                       x->either<std::string>(std::move(gone)));
}

/// The node has a say first: it may be in use.
void end_allocation(const call_ptr& x, const std::string& uuid, const json& node) {
  if (!node.is_string()) return erase_allocation(x, uuid);
  auto released = [x, uuid](const result<std::string>& done) {
    if (done || done.error().code == error_code::not_found) return erase_allocation(x, uuid);
    x->refuse(done.error());
  };
  x->with.commands.ask(release_node{uuid}, node.get<std::string>(), x->origin(),
                       x->either<std::string>(std::move(released)));
}

void with_allocation_of_node(const call_ptr& x, with_about go_on) {
  with_node(x, x->arguments[0],
            [x, go_on = std::move(go_on)](const std::string& node, const json& snapshot) {
              const auto& uuid = snapshot.at("about").value("allocation_uuid", json{});
              if (!uuid.is_string())
                return x->refuse({error_code::not_found, "Node " + node + " has no allocation."});
              with_record(allocations, x, uuid.get<std::string>(), go_on);
            });
}

}  // namespace

void list_allocations(const call_ptr& x) {
  auto wanted = read_list(*x, allocations.of(), filters_of("allocations"), false);
  if (!wanted) return x->refuse(wanted.error());
  const auto* node = x->url.parameter("node");
  if (node == nullptr) return answer_list(x, allocations.of(), std::move(*wanted));
  with_node_uuid(x, *node, [x, wanted = std::move(*wanted)](const std::string& uuid) mutable {
    wanted.wanted.filters.push_back({"node_uuid", filter::op::equal, {uuid}});
    answer_list(x, allocations.of(), std::move(wanted));
  });
}

void show_allocation(const call_ptr& x) { show_record(allocations, x); }
void patch_allocation(const call_ptr& x) { patch_record(allocations, x); }

void create_allocation(const call_ptr& x) {
  auto body = x->body_object();
  if (!body) return x->refuse(body.error());
  const auto node = take_node(*body, x->version);
  if (!node) return x->refuse(node.error());
  if (auto ok = check_allocation_name(*body, x->version); !ok) return x->refuse(ok.error());
  if (!node->empty()) return create_backfill(x, std::move(*body), *node);
  if (body->value("resource_class", json{}).is_null())
    return x->refuse({error_code::invalid, "Missing mandatory parameter: resource_class"});
  auto fields = check_new_record(allocations, *x, std::move(*body));
  if (!fields) return x->refuse(fields.error());
  create_searching(x, std::move(*fields));
}

void delete_allocation(const call_ptr& x) {
  with_record(allocations, x, x->arguments[0], [x](const std::string& uuid, const json& about) {
    end_allocation(x, uuid, about.at("node_uuid"));
  });
}

void show_allocation_of_node(const call_ptr& x) {
  auto shown = read_fields(*x, allocations.of());
  if (!shown) return x->refuse(shown.error());
  with_allocation_of_node(x, [x, shown = std::move(*shown)](const std::string&, const json& about) {
    respond_record(allocations, *x, 200, about, shown);
  });
}

void delete_allocation_of_node(const call_ptr& x) {
  with_allocation_of_node(x, [x](const std::string& uuid, const json& about) {
    end_allocation(x, uuid, about.at("node_uuid"));
  });
}

}  // namespace ironbus::http
