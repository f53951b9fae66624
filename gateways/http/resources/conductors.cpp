#include "gateways/http/resources/fleet.hpp"
#include "gateways/http/resources/handlers.hpp"
#include "gateways/http/view/memory_list.hpp"

namespace ironbus::http {

namespace {

json describe(const call& x, const process_description& one) {
  const auto path = "/conductors/" + percent_encode(one.host);
  return {{"hostname", one.host},
          {"conductor_group", one.conductor_groups.empty() ? "" : one.conductor_groups.front()},
          {"alive", true},  // those that are not leave the list
          {"drivers", one.drivers},
          {"created_at", one.started_at},
          {"updated_at", nullptr},
          {"links", json::array({json{{"href", x.base() + "/v1" + path}, {"rel", "self"}},
                                 json{{"href", x.base() + path}, {"rel", "bookmark"}}})}};
}

constexpr std::array<std::string_view, 6> conductor_fields{
    "hostname", "conductor_group", "alive", "drivers", "created_at", "updated_at"};
constexpr std::array<std::string_view, 3> conductor_list_fields{"hostname", "conductor_group",
                                                                "alive"};
const memory_list conductors{"conductors", "hostname", conductor_fields, conductor_list_fields};

}  // namespace

task<> list_conductors(const call_ptr& x) {
  const auto wanted = co_await read_memory_list(*x, conductors);
  const auto members = co_await read_fleet(x);
  std::vector<json> all;
  for (const auto& one : members)
    if (one.has_role("conductor")) all.push_back(describe(*x, one));
  answer_memory_list(*x, conductors, wanted, std::move(all));
}

task<> show_conductor(const call_ptr& x) {
  const auto wanted = co_await read_memory_item(*x, conductors);
  const auto members = co_await read_fleet(x);
  for (const auto& one : members)
    if (one.has_role("conductor") && one.host == x->arguments[0])
      co_return x->respond_json(to_text(pick(describe(*x, one), wanted)));
  co_await fail(error_code::not_found,
                "Conductor " + x->arguments[0].substr(0, 255) + " could not be found.");
}

}  // namespace ironbus::http
