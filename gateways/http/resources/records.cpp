#include "gateways/http/resources/records.hpp"

#include "gateways/http/api/error.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/body_check.hpp"
#include "messages/base/uuid.hpp"

namespace ironbus::http {

namespace {

failure no_such_record(const record_api& of, const std::string& ident) {
  return {error_code::not_found,
          std::string{of.of().title} + " " + ident.substr(0, 255) + " could not be found."};
}

/// The UUID of the record in the path; a UUID is not looked up, its owner knows.
task<std::string> record_uuid(const record_api& of, const call_ptr& call) {
  const auto& ident = call->arguments[0];
  if (is_uuid(ident)) co_return ident;
  const auto found = co_await read_record(of, call, ident);
  co_return found.uuid;
}

task<std::string> find_subject(const record_api& of, const call_ptr& call,
                               const std::string& ident) {
  if (is_uuid(ident)) co_return record_subject(of.type, ident);
  if (!of.named)
    co_return invalid("Expected the UUID of a " + std::string{of.type} + ", got " +
                      to_text(ident.substr(0, 80)) + ".");
  co_await check_ident(ident);
  co_return co_await resolve_existing(call, std::string(of.of().collection) + ".name", ident,
                                      no_such_record(of, ident));
}

}  // namespace

task<found_record> read_record(const record_api& of, const call_ptr& call, std::string ident) {
  const auto subject = co_await find_subject(of, call, ident);
  const auto found = co_await load_existing(call, "record", subject, no_such_record(of, ident));
  auto record = co_await decode_record(found.snapshot);
  found_record out;
  out.uuid = split_subject(subject).second;
  out.description = std::move(record.attributes);
  co_return out;
}

void respond_record(const record_api& of, call& call, unsigned status, const json& attributes,
                    const selection& shown) {
  const auto base = call.base();
  response out;
  out.status = status;
  append_object(out.body, shown, shown_document{attributes},
                {call.version, base, of.of().api_path()});
  if (status == 201)
    out.headers.emplace_back("Location", base + "/v1/" + std::string{of.of().api_path()} + "/" +
                                             attributes.at("uuid").get<std::string>());
  call.respond(std::move(out));
}

void respond_record(const record_api& of, call& x, unsigned status, const json& attributes) {
  respond_record(of, x, status, attributes, select_full(of.of(), x.version));
}

result<json> check_new_record(const record_api& of, const call& x, json body) {
  auto fields = check_create(of.of(), std::move(body), x.version);
  if (fields && !fields->contains("uuid")) fields->emplace("uuid", random_uuid());
  return fields;
}

collection_routes routes_of(const record_api& of) {
  auto out = plain_routes(of.text, "/v1/" + std::string{of.of().api_path()},
                          of.named ? "/{ident}" : "/{uuid}");
  out.list.answers = [&of](const call_ptr& x) { return list_records(of, x, false); };
  out.create.answers = [&of](const call_ptr& x) { return create_one_record(of, x); };
  out.show.answers = [&of](const call_ptr& x) { return show_record(of, x); };
  out.change.answers = [&of](const call_ptr& x) { return patch_record(of, x); };
  out.remove.answers = [&of](const call_ptr& x) { return delete_one_record(of, x); };
  return out;
}

task<> list_records(const record_api& of, const call_ptr& x, bool full) {
  auto wanted = co_await read_list(*x, of.of(), filters_of(of.of().collection), full);
  co_await answer_list(x, of.of(), std::move(wanted));
}

task<> show_record(const record_api& of, const call_ptr& x) {
  const auto shown = co_await read_fields(*x, of.of());
  const auto found = co_await read_record(of, x, x->arguments[0]);
  respond_record(of, *x, 200, found.description, shown);
}

task<> create_one_record(const record_api& of, const call_ptr& x) {
  auto body = co_await x->body_object();
  auto fields = co_await check_new_record(of, *x, std::move(body));
  co_await create_checked_record(of, x, std::move(fields));
}

task<> create_checked_record(const record_api& of, const call_ptr& call, json fields) {
  auto subject = record_subject(of.type, fields.at("uuid").get<std::string>());
  create_record what{std::move(fields), call->version};
  const auto answer = co_await ask_record(call, std::move(what), std::move(subject));
  const auto attributes = co_await parse_own_json(answer);
  respond_record(of, *call, 201, attributes);
}

task<> patch_record(const record_api& of, const call_ptr& call) {
  const auto body = co_await call->body_json();
  auto patch = co_await check_patch(of.of(), body, call->version);
  const auto uuid = co_await record_uuid(of, call);
  update_record what{std::move(patch), call->version};
  const auto answer = co_await ask_record(call, std::move(what), record_subject(of.type, uuid));
  const auto attributes = co_await parse_own_json(answer);
  respond_record(of, *call, 200, attributes);
}

task<> delete_one_record(const record_api& of, const call_ptr& x) {
  const auto uuid = co_await record_uuid(of, x);
  co_await ask_record(x, delete_record(), record_subject(of.type, uuid));
  x->respond_empty(204);
}

}  // namespace ironbus::http
