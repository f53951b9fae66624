#include "gateways/http/api/error.hpp"
#include "gateways/http/api/prefer_header.hpp"
#include "gateways/http/resources/handlers.hpp"
#include "gateways/http/resources/records.hpp"
#include "gateways/http/view/trait_names.hpp"

namespace ironbus::http {

namespace {

const record_api runbooks{"runbook", true};

using names = std::vector<std::string>;

task<> send_runbook_traits(const call_ptr& x, set_traits::how how, names traits) {
  set_traits what{how, std::move(traits)};
  const auto found = co_await read_record(runbooks, x, x->arguments[0]);
  co_await ask_record(x, std::move(what), record_subject("runbook", found.uuid));
}

}  // namespace

task<> list_runbooks(const call_ptr& x) { return list_records(runbooks, x, false); }
task<> show_runbook(const call_ptr& x) { return show_record(runbooks, x); }
task<> create_runbook(const call_ptr& x) { return create_one_record(runbooks, x); }
task<> patch_runbook(const call_ptr& x) { return patch_record(runbooks, x); }
task<> delete_runbook(const call_ptr& x) { return delete_one_record(runbooks, x); }

task<> list_runbook_traits(const call_ptr& x) {
  const auto found = co_await read_record(runbooks, x, x->arguments[0]);
  x->respond_json(to_text({{"traits", found.about.at("traits")}}));
}

task<> put_runbook_traits(const call_ptr& x) {
  const auto body = co_await x->body_object();
  const auto traits = co_await read_traits(body);
  co_await send_runbook_traits(x, set_traits::how::all, traits);
  respond_replaced(*x, {{"traits", traits}});
}

task<> put_runbook_trait(const call_ptr& x) {
  const auto& name = x->arguments[1];
  co_await check_trait(name);
  co_await send_runbook_traits(x, set_traits::how::add, names(1, name));
  const auto location =
      x->base() + "/v1/runbooks/" + percent_encode(x->arguments[0]) + "/traits/" + name;
  x->respond_empty(204, {{"Location", location}});
}

task<> delete_runbook_traits(const call_ptr& x) {
  co_await send_runbook_traits(x, set_traits::how::all, names());
  x->respond_empty(204);
}

task<> delete_runbook_trait(const call_ptr& x) {
  co_await send_runbook_traits(x, set_traits::how::remove, names(1, x->arguments[1]));
  x->respond_empty(204);
}

}  // namespace ironbus::http
