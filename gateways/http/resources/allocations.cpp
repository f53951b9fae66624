#include "gateways/http/api/error.hpp"
#include "gateways/http/api/send_command.hpp"
#include "gateways/http/resources/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/resources/records.hpp"
#include "gateways/http/services/services.hpp"
#include "messages/base/uuid.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

constexpr int backfill_since = 58;

const record_api allocations{"allocation", true};

// -- create ---------------------------------------------------------------------------------------

/// The UUIDs of the nodes named, one after the other.
void with_candidates(const call_ptr& x, const json& idents, json found,
                     std::function<void(const json& uuids)> go_on) {
  if (found.size() == idents.size()) return go_on(found);
  const auto& ident = idents[found.size()];
  if (!ident.is_string())
    return x->refuse({error_code::invalid, "'candidate_nodes' must be a list of strings."});
  with_node_text(
      x, ident.get<std::string>(),
      [x, idents, found = std::move(found), go_on = std::move(go_on)](const std::string& uuid,
                                                                      const std::string&) mutable {
        found.push_back(uuid);
        with_candidates(x, idents, std::move(found), std::move(go_on));
      },
      error_code::invalid);
}

void respond_new(const call_ptr& x, const std::string& text) {
  const auto about = parse_own_json(text);
  if (!about) return x->refuse(about.error());
  respond_record(allocations, *x, 201, *about);
}

void create(const call_ptr& x, json fields) {
  const auto subject = record_subject("allocation", fields.at("uuid").get<std::string>());
  ask_record(x, create_record{std::move(fields), x->version}, subject,
             [x](const std::string& text) { respond_new(x, text); });
}

/// The answer comes when the node has been asked.
void create_backfill(const call_ptr& x, json body, const std::string& ident) {
  with_node(
      x, ident,
      [x, body = std::move(body)](const std::string& uuid, const json& node) mutable {
        const auto& instance = node.at("about").at("instance_uuid");
        if (!body.contains("uuid") && instance.is_string()) body["uuid"] = instance;
        auto fields = check_new_record(allocations, *x, std::move(body));
        if (!fields) return x->refuse(fields.error());
        (*fields)["node"] = uuid;
        create(x, std::move(*fields));
      },
      error_code::invalid);
}

void create_searching(const call_ptr& x, json fields) {
  const auto idents = fields.value("candidate_nodes", json::array());
  with_candidates(x, idents, json::array(),
                  [x, fields = std::move(fields)](const json& uuids) mutable {
                    fields["candidate_nodes"] = uuids;
                    create(x, std::move(fields));
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

/// Its node has a say first, as it may be in use; the answer comes when it has let go.
void end_allocation(const call_ptr& x, const std::string& uuid) {
  auto gone = [x](const result<std::string>& done) {
    if (done || done.error().code == error_code::not_found) return x->respond_empty(204);
    x->refuse(done.error());
  };
  x->with.commands.ask(delete_record{}, record_subject("allocation", uuid), x->origin(),
                       x->either<std::string>(std::move(gone)));
}

/// `missing`: of the node that the path names.
void with_allocation_of_node(const call_ptr& x, with_about go_on, error_code missing) {
  with_node(
      x, x->arguments[0],
      [x, go_on = std::move(go_on)](const std::string& node, const json& snapshot) {
        const auto& uuid = snapshot.at("about").value("allocation_uuid", json{});
        if (!uuid.is_string())
          return x->refuse({error_code::not_found, "Node " + node + " has no allocation."});
        with_record(allocations, x, uuid.get<std::string>(), go_on);
      },
      missing);
}

}  // namespace

void list_allocations(const call_ptr& x) {
  auto wanted = read_list(*x, allocations.of(), filters_of("allocations"), false);
  if (!wanted) return x->refuse(wanted.error());
  const auto* node = x->url.parameter("node");
  if (node == nullptr) return answer_list(x, allocations.of(), std::move(*wanted));
  with_node_text(
      x, *node,
      [x, wanted = std::move(*wanted)](const std::string& uuid, const std::string&) mutable {
        wanted.wanted.filters.push_back({"node_uuid", filter::op::equal, {uuid}});
        answer_list(x, allocations.of(), std::move(wanted));
      },
      error_code::invalid);
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
  with_record(allocations, x, x->arguments[0],
              [x](const std::string& uuid, const json&) { end_allocation(x, uuid); });
}

void show_allocation_of_node(const call_ptr& x) {
  auto shown = read_fields(*x, allocations.of());
  if (!shown) return x->refuse(shown.error());
  with_allocation_of_node(
      x,
      [x, shown = std::move(*shown)](const std::string&, const json& about) {
        respond_record(allocations, *x, 200, about, shown);
      },
      error_code::invalid);
}

void delete_allocation_of_node(const call_ptr& x) {
  with_allocation_of_node(
      x, [x](const std::string& uuid, const json&) { end_allocation(x, uuid); },
      error_code::not_found);
}

}  // namespace ironbus::http
