#include "gateways/http/resources/records.hpp"

#include "gateways/http/api/error.hpp"
#include "gateways/http/api/permission.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/resources/object_access.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/body_check.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/snapshot.hpp"

namespace ironbus::http {

namespace {

failure no_such_record(const record_api& kind, const std::string& ident) {
  return {error_code::not_found,
          std::string{kind.kind().title} + " " + ident.substr(0, 255) + " could not be found."};
}

/// The UUID of the record in the path. Does not look up a UUID, because its actor knows whether it
/// exists.
task<std::string> record_uuid(const record_api& kind, const call_ptr& call) {
  const auto& ident = call->arguments[0];
  if (is_uuid(ident)) co_return ident;
  const auto found = co_await read_record(kind, call, ident);
  co_return found.uuid;
}

task<std::string> find_subject(const record_api& kind, const call_ptr& call,
                               const std::string& ident) {
  if (is_uuid(ident)) co_return record_subject(kind.type, ident);
  if (!kind.named)
    co_return invalid("Expected the UUID of a " + std::string{kind.type} + ", got " +
                      to_text(ident.substr(0, 80)) + ".");
  co_await check_ident(ident);
  co_return co_await resolve_existing(call, std::string(kind.kind().collection) + ".name", ident,
                                      no_such_record(kind, ident));
}

}  // namespace

task<found_record> read_record(const record_api& kind, const call_ptr& call, std::string ident) {
  const auto subject = co_await find_subject(kind, call, ident);
  const auto found = co_await load_existing(call, "record", subject, no_such_record(kind, ident));
  auto record = co_await decode_record(found.snapshot);
  found_record out;
  out.uuid = split_subject(subject).second;
  out.description = std::move(record.attributes);
  co_return out;
}

void respond_record(const record_api& kind, call& call, unsigned status, const json& attributes,
                    const selection& shown) {
  const auto base = call.base();
  response out;
  out.status = status;
  append_object(out.body, shown, shown_document{attributes},
                {call.version, base, kind.kind().api_path(), false, reads_only(call)});
  if (status == 201)
    out.headers.emplace_back("Location", base + "/v1/" + std::string{kind.kind().api_path()} + "/" +
                                             attributes.at("uuid").get<std::string>());
  call.respond(std::move(out));
}

void respond_record(const record_api& kind, call& x, unsigned status, const json& attributes) {
  respond_record(kind, x, status, attributes, select_full(kind.kind(), x.version));
}

result<json> check_new_record(const record_api& kind, const call& call, json body) {
  auto fields = check_create(kind.kind(), std::move(body), call.version);
  if (fields && !fields->contains("uuid")) fields->emplace("uuid", random_uuid());
  return fields;
}

collection_routes routes_of(const record_api& kind) {
  auto out = plain_routes(kind.text, "/v1/" + std::string{kind.kind().api_path()},
                          kind.named ? "/{ident}" : "/{uuid}");
  out.list.answers = [&kind](const call_ptr& x) { return list_records(kind, x, false); };
  out.create.answers = [&kind](const call_ptr& x) { return create_one_record(kind, x); };
  out.show.answers = [&kind](const call_ptr& x) { return show_record(kind, x); };
  out.change.answers = [&kind](const call_ptr& x) { return patch_record(kind, x); };
  out.remove.answers = [&kind](const call_ptr& x) { return delete_one_record(kind, x); };
  return out;
}

task<> list_records(const record_api& kind, const call_ptr& x, bool full) {
  auto wanted = co_await read_list(*x, kind.kind(), filters_of(kind.kind().collection), full);
  if (!kind.list_all.empty()) limit_list(*x, wanted.wanted, kind.list_all);
  co_await answer_list(x, kind.kind(), std::move(wanted));
}

task<> show_record(const record_api& kind, const call_ptr& call) {
  const auto shown = co_await read_fields(*call, kind.kind());
  const auto found = co_await read_record(kind, call, call->arguments[0]);
  respond_record(kind, *call, 200, found.description, shown);
}

task<> create_one_record(const record_api& kind, const call_ptr& call) {
  auto body = co_await call->body_object();
  auto fields = co_await check_new_record(kind, *call, std::move(body));
  co_await create_checked_record(kind, call, std::move(fields));
}

task<> create_checked_record(const record_api& kind, const call_ptr& call, json fields) {
  auto subject = record_subject(kind.type, fields.at("uuid").get<std::string>());
  create_record what{std::move(fields), call->version};
  const auto answer = co_await ask_record(call, std::move(what), std::move(subject));
  const auto attributes = co_await parse_own_json(answer);
  respond_record(kind, *call, 201, attributes);
}

task<> patch_record(const record_api& kind, const call_ptr& call) {
  const auto body = co_await call->body_json();
  auto patch = co_await check_patch(kind.kind(), body, call->version);
  const auto uuid = co_await record_uuid(kind, call);
  update_record what{std::move(patch), call->version};
  const auto answer = co_await ask_record(call, std::move(what), record_subject(kind.type, uuid));
  const auto attributes = co_await parse_own_json(answer);
  respond_record(kind, *call, 200, attributes);
}

task<> delete_one_record(const record_api& kind, const call_ptr& call) {
  const auto uuid = co_await record_uuid(kind, call);
  co_await ask_record(call, delete_record(), record_subject(kind.type, uuid));
  call->respond_empty(204);
}

}  // namespace ironbus::http
