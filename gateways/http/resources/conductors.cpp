#include "gateways/http/resources/handlers.hpp"
#include "gateways/http/resources/processes.hpp"
#include "gateways/http/view/memory_list.hpp"

namespace ironbus::http {

namespace {

json describe(const call& call, const process_description& one) {
  const auto path = "/conductors/" + percent_encode(one.host);
  return {{"hostname", one.host},
          {"conductor_group", one.conductor_groups.empty() ? "" : one.conductor_groups.front()},
          {"alive", true},  // Dead ones are not listed.
          {"drivers", one.drivers},
          {"created_at", one.started_at},
          {"updated_at", nullptr},
          {"links", json::array({json{{"href", call.base() + "/v1" + path}, {"rel", "self"}},
                                 json{{"href", call.base() + path}, {"rel", "bookmark"}}})}};
}

constexpr std::array<std::string_view, 6> conductor_fields{
    "hostname", "conductor_group", "alive", "drivers", "created_at", "updated_at"};
constexpr std::array<std::string_view, 3> conductor_list_fields{"hostname", "conductor_group",
                                                                "alive"};
const memory_list conductors{"conductors", "hostname", conductor_fields, conductor_list_fields};

}  // namespace

task<> list_conductors(const call_ptr& call) {
  const auto wanted = co_await read_memory_list(*call, conductors);
  const auto members = co_await read_processes(call);
  std::vector<json> all;
  for (const auto& one : members)
    if (one.has_role("conductor")) all.push_back(describe(*call, one));
  answer_memory_list(*call, conductors, wanted, std::move(all));
}

task<> show_conductor(const call_ptr& call) {
  const auto wanted = co_await read_memory_item(*call, conductors);
  const auto members = co_await read_processes(call);
  for (const auto& one : members)
    if (one.has_role("conductor") && one.host == call->arguments[0])
      co_return call->respond_json(to_text(pick(describe(*call, one), wanted)));
  co_await fail(error_code::not_found,
                "Conductor " + call->arguments[0].substr(0, 255) + " could not be found.");
}

}  // namespace ironbus::http
