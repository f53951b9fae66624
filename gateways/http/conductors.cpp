#include "gateways/http/fleet.hpp"
#include "gateways/http/handlers.hpp"
#include "gateways/http/list_query.hpp"

namespace ironbus::http {

namespace {

json describe(const call& x, const fleet_member& one, bool full) {
  const auto path = "/conductors/" + percent_encode(one.host);
  json out{{"hostname", one.host},
           {"conductor_group", one.conductor_group},
           {"alive", true},  // those that are not leave the list
           {"links", json::array({json{{"href", x.base() + "/v1" + path}, {"rel", "self"}},
                                  json{{"href", x.base() + path}, {"rel", "bookmark"}}})}};
  if (full) {
    out["drivers"] = one.drivers;
    out["created_at"] = one.started_at;
    out["updated_at"] = nullptr;
  }
  return out;
}

}  // namespace

void list_conductors(const call_ptr& x) {
  bool full = false;
  for (const auto& [name, value] : x->url.query) {
    if (name != "detail")
      return x->refuse({error_code::invalid,
                        "Unexpected arguments: " + name.substr(0, 64) + "; allowed: detail."});
    const auto yes = read_boolean(name, value);
    if (!yes) return x->refuse(yes.error());
    full = *yes;
  }
  with_fleet(x, [x, full](const std::vector<fleet_member>& fleet) {
    json out = json::array();
    for (const auto& one : fleet)
      if (one.conducts) out.push_back(describe(*x, one, full));
    x->respond_json(to_text({{"conductors", out}}));
  });
}

void show_conductor(const call_ptr& x) {
  with_fleet(x, [x](const std::vector<fleet_member>& fleet) {
    for (const auto& one : fleet)
      if (one.conducts && one.host == x->arguments[0])
        return x->respond_json(to_text(describe(*x, one, true)));
    x->refuse({error_code::not_found,
               "Conductor " + x->arguments[0].substr(0, 255) + " could not be found."});
  });
}

}  // namespace ironbus::http
