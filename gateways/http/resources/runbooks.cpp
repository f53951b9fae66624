#include "gateways/http/api/error.hpp"
#include "gateways/http/api/prefer_header.hpp"
#include "gateways/http/api/send_command.hpp"
#include "gateways/http/resources/handlers.hpp"
#include "gateways/http/resources/records.hpp"
#include "gateways/http/view/trait_names.hpp"

namespace ironbus::http {

namespace {

const record_api runbooks{"runbook", true};

void send_runbook_traits(const call_ptr& x, const set_traits& what, header_list headers = {}) {
  with_record(runbooks, x, x->arguments[0],
              [x, what, headers = std::move(headers)](const std::string& uuid, const json&) {
                ask_record(x, what, record_subject("runbook", uuid), 204, headers);
              });
}

}  // namespace

void list_runbooks(const call_ptr& x) { list_records(runbooks, x, false); }
void show_runbook(const call_ptr& x) { show_record(runbooks, x); }
void create_runbook(const call_ptr& x) { create_one_record(runbooks, x); }
void patch_runbook(const call_ptr& x) { patch_record(runbooks, x); }
void delete_runbook(const call_ptr& x) { delete_one_record(runbooks, x); }

void list_runbook_traits(const call_ptr& x) {
  with_record(runbooks, x, x->arguments[0], [x](const std::string&, const json& about) {
    x->respond_json(to_text({{"traits", about.at("traits")}}));
  });
}

void put_runbook_traits(const call_ptr& x) {
  const auto body = x->body_object();
  if (!body) return x->refuse(body.error());
  auto names = read_traits(*body);
  if (!names) return x->refuse(names.error());
  with_record(runbooks, x, x->arguments[0],
              [x, names = std::move(*names)](const std::string& uuid, const json&) {
                ask_record(x, set_traits{set_traits::how::all, names},
                           record_subject("runbook", uuid), [x, names](const std::string&) {
                             respond_replaced(*x, {{"traits", names}});
                           });
              });
}

void put_runbook_trait(const call_ptr& x) {
  const auto& name = x->arguments[1];
  if (auto checked = check_trait(name); !checked) return x->refuse(checked.error());
  const auto location =
      x->base() + "/v1/runbooks/" + percent_encode(x->arguments[0]) + "/traits/" + name;
  send_runbook_traits(x, {set_traits::how::add, {name}}, {{"Location", location}});
}

void delete_runbook_traits(const call_ptr& x) {
  send_runbook_traits(x, {set_traits::how::all, {}});
}

void delete_runbook_trait(const call_ptr& x) {
  send_runbook_traits(x, {set_traits::how::remove, {x->arguments[1]}});
}

}  // namespace ironbus::http
