#include "gateways/http/resources/subresource.hpp"

#include "gateways/http/api/error.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/resources/object_access.hpp"
#include "gateways/http/resources/port_rules.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/body_check.hpp"
#include "gateways/http/view/hidden_fields.hpp"
#include "messages/base/uuid.hpp"

namespace ironbus::http {

namespace {

failure no_such_part(const part_api& shown_as, const std::string& ident) {
  return {error_code::not_found, std::string{shown_as.shown_as().title} + " " +
                                     ident.substr(0, 255) + " could not be found."};
}

std::string key_space(const part_api& shown_as, std::string_view field) {
  return std::string{shown_as.shown_as().collection} + "." + std::string{field};
}

/// The node of a part given by UUID, or by name if allowed.
task<std::string> find_owner(const part_api& shown_as, const call_ptr& call, bool names) {
  const auto& ident = call->arguments[0];
  const bool uuid = is_uuid(ident);
  if (!uuid && (!names || shown_as.names_since == 0))
    co_return invalid("Expected the UUID of a " + std::string{shown_as.kind} + ", got " +
                      to_text(ident.substr(0, 80)) + ".");
  co_await check_ident(ident);
  auto none = no_such_part(shown_as, ident);
  if (!uuid && call->version < shown_as.names_since) co_return tl::unexpected(std::move(none));
  const auto* key = uuid ? "uuid" : "name";
  co_return co_await resolve_existing(call, key_space(shown_as, key), ident, std::move(none));
}

const json* find_part(const part_api& shown_as, const json& snapshot, const std::string& ident) {
  const auto all = snapshot.find(shown_as.shown_as().collection);
  if (all == snapshot.end()) return nullptr;
  for (const auto& part : *all)
    if (part.value("uuid", "") == ident || part.value("name", json{}) == ident) return &part;
  return nullptr;
}

void respond_part(const part_api& shown_as, call& call, unsigned status, const json& part,
                  const selection& shown) {
  const auto base = call.base();
  const auto path = shown_as.shown_as().api_path();
  response out;
  out.status = status;
  const hidden_fields hidden{call, shown_as.shown_as()};
  // The creator of a part has just sent its fields.
  append_object(out.body, shown, shown_document{part},
                {call.version, base, path, false, false, status == 201 ? nullptr : &hidden});
  if (status == 201)
    out.headers.emplace_back(
        "Location", base + "/v1/" + std::string{path} + "/" + part.at("uuid").get<std::string>());
  call.respond(std::move(out));
}

result<std::monostate> respond_answer(const part_api& shown_as, call& call, unsigned status,
                                      const std::string& body) {
  const auto part = parse_own_json(body);
  if (!part) return tl::unexpected(part.error());
  respond_part(shown_as, call, status, *part, select_full(shown_as.shown_as(), call.version));
  return {};
}

// A missing node makes the body wrong, not the path.
failure no_owner(const std::string& node) {
  return {error_code::invalid,
          "Invalid value for 'node_uuid': node " + node + " could not be found."};
}

task<> send_new(const part_api& shown_as, const call_ptr& call, json fields,
                const std::string& node) {
  create_part what{std::string{shown_as.kind}, std::move(fields), call->version};
  const auto answer = co_await tried(ask_node(call, std::move(what), node));
  if (!answer && answer.error().code == error_code::not_found)
    co_await tl::unexpected(no_owner(node));
  const auto text = co_await result<std::string>(answer);
  co_await respond_answer(shown_as, *call, 201, text);
}

}  // namespace

collection_routes routes_of(const part_api& shown_as) {
  auto out =
      plain_routes(shown_as.text, "/v1/" + std::string{shown_as.shown_as().api_path()}, "/{ident}");
  out.list.answers = [&shown_as](const call_ptr& x) { return list_parts(shown_as, x, false); };
  out.create.answers = [&shown_as](const call_ptr& x) { return create_part_of(shown_as, x); };
  out.show.answers = [&shown_as](const call_ptr& x) { return show_part(shown_as, x); };
  out.change.answers = [&shown_as](const call_ptr& x) { return patch_part_of(shown_as, x); };
  out.remove.answers = [&shown_as](const call_ptr& x) { return delete_part_of(shown_as, x); };
  return out;
}

task<> list_parts(const part_api& shown_as, const call_ptr& call, bool full) {
  auto wanted = co_await read_list(*call, shown_as.shown_as(),
                                   filters_of(shown_as.shown_as().collection), full);
  limit_list(*call, wanted.wanted, shown_as.rule("list_all"));
  if (const auto* ident = call->url.parameter("node")) {
    co_await require_on_node(call, *ident, rule_names());
    const auto node = co_await read_node_text(call, *ident);
    wanted.wanted.filters.push_back({"node_uuid", filter::op::equal, {node.uuid}});
  }
  co_await answer_list(call, shown_as.shown_as(), std::move(wanted));
}

task<> list_parts_of_node(const part_api& shown_as, const call_ptr& call, std::string_view below,
                          bool full) {
  auto wanted = co_await read_list(*call, shown_as.shown_as(), no_filters, full);
  const auto node = co_await read_node_text(call, call->arguments[0]);
  limit_list(*call, wanted.wanted, shown_as.rule("list_all"));
  wanted.wanted.filters.push_back({"node_uuid", filter::op::equal, {node.uuid}});
  wanted.path = "/v1/nodes/" + node.uuid + "/" + std::string{below} + (full ? "/detail" : "");
  co_await answer_list(call, shown_as.shown_as(), std::move(wanted));
}

task<found_part> read_part(const part_api& shown_as, const call_ptr& call) {
  const auto owner = co_await find_owner(shown_as, call, true);
  const auto node = co_await read_node(call, owner);
  const auto* part = find_part(shown_as, node.snapshot, call->arguments[0]);
  if (part == nullptr) co_return tl::unexpected(no_such_part(shown_as, call->arguments[0]));
  found_part out;
  out.node = node.uuid;
  out.description = *part;
  co_return out;
}

task<> show_part(const part_api& shown_as, const call_ptr& call) {
  const auto shown = co_await read_fields(*call, shown_as.shown_as());
  const auto part = co_await read_part(shown_as, call);
  respond_part(shown_as, *call, 200, part.description, shown);
}

task<> create_part_of(const part_api& shown_as, const call_ptr& call) {
  auto body = co_await call->body_object();
  const auto owner = co_await take_owner(body, call->version, shown_as.kind == "port");
  body["node_uuid"] = "00000000-0000-0000-0000-000000000000";  // Until the owner is known.
  auto fields = co_await check_create(shown_as.shown_as(), std::move(body), call->version);
  if (shown_as.check_new != nullptr) co_await shown_as.check_new(fields, call->version);
  if (!fields.contains("uuid")) fields.emplace("uuid", random_uuid());
  const auto rule = shown_as.rule("create");
  const auto node = co_await tried(resolve_node(call, owner));
  co_await require_new_part(call, rule, node.value_or(owner));
  co_await result<std::string>(node);
  fields["node_uuid"] = *node;
  co_await send_new(shown_as, call, std::move(fields), *node);
}

task<> patch_part_of(const part_api& shown_as, const call_ptr& call) {
  const auto body = co_await call->body_json();
  auto patch = co_await check_patch(shown_as.shown_as(), body, call->version);
  if (shown_as.check_patch != nullptr) co_await shown_as.check_patch(patch, call->version);
  const auto part = co_await read_part(shown_as, call);
  update_part what{std::string{shown_as.kind}, part.uuid(), std::move(patch), call->version};
  const auto answer = co_await ask_node(call, std::move(what), part.node);
  co_await respond_answer(shown_as, *call, 200, answer);
}

task<> delete_part_of(const part_api& shown_as, const call_ptr& call) {
  delete_part what{std::string{shown_as.kind}, call->arguments[0]};
  std::string node;
  if (shown_as.removed_by_name && !is_uuid(call->arguments[0])) {
    const auto part = co_await read_part(shown_as, call);
    what.uuid = part.uuid();
    node = part.node;
  } else {
    node = co_await find_owner(shown_as, call, false);
  }
  co_await ask_node(call, std::move(what), node);
  call->respond_empty(204);
}

}  // namespace ironbus::http
