#include "gateways/http/resources/records.hpp"

#include "gateways/http/api/error.hpp"
#include "gateways/http/api/send_command.hpp"
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

void load_record(const record_api& of, const call_ptr& x, const std::string& ident,
                 const std::string& subject, with_about go_on) {
  auto loaded = [x, &of, ident, subject, go_on = std::move(go_on)](const result<stored>& found) {
    if (!found && found.error().code != error_code::not_found) return x->refuse(found.error());
    if (!found || found->erased) return x->refuse(no_such_record(of, ident));
    const auto record = decode_record(found->snapshot);
    if (!record) return x->refuse(record.error());
    go_on(std::string{split_subject(subject).second}, record->about);
  };
  x->with.records.load("record", subject, x->either<stored>(std::move(loaded)));
}

void respond_text(const record_api& of, call& x, unsigned status, const std::string& text) {
  const auto about = parse_own_json(text);
  if (!about) return x.refuse(about.error());
  respond_record(of, x, status, *about);
}

/// The UUID of the record in the path; a UUID is not looked up, its owner knows.
void with_record_uuid(const record_api& of, const call_ptr& x,
                      std::function<void(const std::string& uuid)> go_on) {
  const auto& ident = x->arguments[0];
  if (is_uuid(ident)) return go_on(ident);
  with_record(of, x, ident,
              [go_on = std::move(go_on)](const std::string& uuid, const json&) { go_on(uuid); });
}

}  // namespace

void with_record(const record_api& of, const call_ptr& x, const std::string& ident,
                 with_about go_on) {
  if (is_uuid(ident))
    return load_record(of, x, ident, record_subject(of.type, ident), std::move(go_on));
  if (!of.named)
    return x->refuse({error_code::invalid, "Expected the UUID of a " + std::string{of.type} +
                                               ", got " + to_text(ident.substr(0, 80)) + "."});
  if (auto ok = check_ident(ident); !ok) return x->refuse(ok.error());
  auto resolved = [x, &of, ident, go_on = std::move(go_on)](const result<std::string>& subject) {
    if (subject) return load_record(of, x, ident, *subject, go_on);
    const bool missing = subject.error().code == error_code::not_found;
    x->refuse(missing ? no_such_record(of, ident) : subject.error());
  };
  x->with.records.resolve({std::string{of.of().collection} + ".name", ident},
                          x->either<std::string>(std::move(resolved)));
}

void respond_record(const record_api& of, call& x, unsigned status, const json& about,
                    const selection& shown) {
  const auto base = x.base();
  response out;
  out.status = status;
  append_object(out.body, shown, shown_document{about}, {x.version, base, of.of().api_path()});
  if (status == 201)
    out.headers.emplace_back("Location", base + "/v1/" + std::string{of.of().api_path()} + "/" +
                                             about.at("uuid").get<std::string>());
  x.respond(std::move(out));
}

void respond_record(const record_api& of, call& x, unsigned status, const json& about) {
  respond_record(of, x, status, about, select_full(of.of(), x.version));
}

result<json> check_new_record(const record_api& of, const call& x, json body) {
  auto fields = check_create(of.of(), std::move(body), x.version);
  if (fields && !fields->contains("uuid")) fields->emplace("uuid", random_uuid());
  return fields;
}

void list_records(const record_api& of, const call_ptr& x, bool full) {
  auto wanted = read_list(*x, of.of(), filters_of(of.of().collection), full);
  if (!wanted) return x->refuse(wanted.error());
  answer_list(x, of.of(), std::move(*wanted));
}

void show_record(const record_api& of, const call_ptr& x) {
  auto shown = read_fields(*x, of.of());
  if (!shown) return x->refuse(shown.error());
  with_record(of, x, x->arguments[0],
              [x, &of, shown = std::move(*shown)](const std::string&, const json& about) {
                respond_record(of, *x, 200, about, shown);
              });
}

void create_one_record(const record_api& of, const call_ptr& x) {
  auto body = x->body_object();
  if (!body) return x->refuse(body.error());
  const auto fields = check_new_record(of, *x, std::move(*body));
  if (!fields) return x->refuse(fields.error());
  const auto subject = record_subject(of.type, fields->at("uuid").get<std::string>());
  ask_record(x, create_record{*fields, x->version}, subject,
             [x, &of](const std::string& text) { respond_text(of, *x, 201, text); });
}

void patch_record(const record_api& of, const call_ptr& x) {
  const auto body = x->body_json();
  if (!body) return x->refuse(body.error());
  auto patch = check_patch(of.of(), *body, x->version);
  if (!patch) return x->refuse(patch.error());
  with_record_uuid(of, x, [x, &of, patch = std::move(*patch)](const std::string& uuid) {
    ask_record(x, update_record{patch, x->version}, record_subject(of.type, uuid),
               [x, &of](const std::string& text) { respond_text(of, *x, 200, text); });
  });
}

void delete_one_record(const record_api& of, const call_ptr& x) {
  with_record_uuid(of, x, [x, &of](const std::string& uuid) {
    ask_record(x, delete_record{}, record_subject(of.type, uuid), 204);
  });
}

}  // namespace ironbus::http
