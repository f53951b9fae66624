#include "gateways/http/api/error.hpp"
#include "gateways/http/api/prefer_header.hpp"
#include "gateways/http/resources/handlers.hpp"
#include "gateways/http/resources/object_access.hpp"
#include "gateways/http/resources/records.hpp"
#include "gateways/http/view/body_check.hpp"
#include "gateways/http/view/trait_names.hpp"

#include <array>

namespace ironbus::http {

namespace {

using names = std::vector<std::string>;

task<> send_runbook_traits(const call_ptr& call, set_traits::how how, names traits) {
  set_traits what{how, std::move(traits)};
  const auto found = co_await read_record(runbooks, call, call->arguments[0]);
  co_await ask_record(call, std::move(what), record_subject("runbook", found.uuid));
}

task<> list_runbook_traits(const call_ptr& x) {
  const auto found = co_await read_record(runbooks, x, x->arguments[0]);
  x->respond_json(to_text({{"traits", found.description.at("traits")}}));
}

task<> put_runbook_traits(const call_ptr& call) {
  const auto traits = co_await read_traits(*call);
  co_await send_runbook_traits(call, set_traits::how::all, traits);
  respond_replaced(*call, {{"traits", traits}});
}

task<> put_runbook_trait(const call_ptr& call) {
  const auto& name = call->arguments[1];
  co_await check_trait(name);
  co_await send_runbook_traits(call, set_traits::how::add, names(1, name));
  const auto location =
      call->base() + "/v1/runbooks/" + percent_encode(call->arguments[0]) + "/traits/" + name;
  call->respond_empty(204, {{"Location", location}});
}

task<> delete_runbook_traits(const call_ptr& x) {
  co_await send_runbook_traits(x, set_traits::how::all, names());
  x->respond_empty(204);
}

task<> delete_runbook_trait(const call_ptr& x) {
  co_await send_runbook_traits(x, set_traits::how::remove, names(1, x->arguments[1]));
  x->respond_empty(204);
}

/// A runbook of a project's user belongs to the project and is not public.
result<std::monostate> take_runbook_owner(const call& call, json& body) {
  const auto& project = project_of(call);
  if (project.empty() || is_allowed(call, "baremetal:runbook:update:owner")) return {};
  const auto owner = body.value("owner", json{});
  if (!owner.is_null() && owner != project)
    return invalid("Invalid value for 'owner'; allowed is the project of the request, '" + project +
                   "'.");
  if (body.value("public", json{}) == true)
    return invalid("Invalid value for 'public': a runbook of a project is not public.");
  body["owner"] = project;
  return {};
}

task<> create_runbook(const call_ptr& call) {
  auto body = co_await call->body_object();
  co_await take_runbook_owner(*call, body);
  auto fields = co_await check_new_record(runbooks, *call, std::move(body));
  co_await create_checked_record(runbooks, call, std::move(fields));
}

struct guarded_field {
  std::string_view path;
  std::string_view rule;
};
constexpr std::array guarded_fields{
    guarded_field{"/owner", "baremetal:runbook:update:owner"},
    guarded_field{"/public", "baremetal:runbook:update:public"},
};

task<> patch_runbook(const call_ptr& call) {
  const auto body = co_await call->body_json();
  const auto patch = co_await check_patch(runbooks.kind(), body, call->version);
  rule_names rules;
  for (const auto& field : guarded_fields)
    for (const auto& one : patch)
      if (one.path == field.path) rules.push_back(field.rule);
  co_await require_on_runbook(call, rules);
  co_await patch_record(runbooks, call);
}

}  // namespace

collection_routes runbook_routes() {
  auto out = routes_of(runbooks);
  out.create.answers = create_runbook;
  out.change.answers = patch_runbook;
  const auto all = out.show.path + "/traits";
  const auto one = all + "/{trait}";
  constexpr auto normal = body_kind::normal;
  out.below = {
      {"GET", all, list_runbook_traits, 112, 404, normal, "List the traits of a runbook"},
      {"PUT",
       all,
       {put_runbook_traits, traits_body},
       112,
       404,
       normal,
       "Replace the traits of a runbook",
       access::user,
       "200 with the list if the request has `Prefer: return=representation`"},
      {"DELETE", all, delete_runbook_traits, 112, 404, normal, "Delete the traits of a runbook"},
      {"PUT", one, put_runbook_trait, 112, 404, normal, "Add a trait to a runbook"},
      {"DELETE", one, delete_runbook_trait, 112, 404, normal, "Delete a trait of a runbook"},
  };
  return out;
}

}  // namespace ironbus::http
