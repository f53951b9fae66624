// A JSON patch: whatever comes, it is refused or gives a node whose fields are still of their
// types, and a refused one changes nothing that is kept.
#include "actors/json_patch.hpp"
#include "gateways/http/view/body_check.hpp"
#include "messages/base/json.hpp"
#include "messages/model/node.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <cstdlib>

namespace {

using namespace ironbus;

constexpr int version = 115;

json some_node() {
  node x;
  x.uuid = "11111111-aaaa-4aaa-8aaa-000000000001";
  x.driver = "fake-hardware";
  x.extra = {{"list", {1, 2, 3}}, {"a/b", {{"m~n", true}}}};
  x.driver_info = {{"password", "sesame"}};
  auto out = json::object();
  for (const auto& field : node_fields()) out.emplace(field.spec.name, field.get(x));
  return out;
}

}  // namespace

static void feed_patch(std::string_view input) {
  const auto body = parse_json(input, {4096, 25});
  if (!body) return;
  const auto patch = http::check_patch(http::node_resource(), *body, version);
  if (!patch) return;
  static const auto specs = specs_of(node_fields());
  auto document = some_node();
  const auto touched = apply_patch(document, specs, *patch, version);
  if (!touched) return;
  for (const auto& name : *touched)
    for (const auto* spec : specs)
      if (spec->name == name && !check_value(*spec, document[name])) std::abort();
}

static const ironbus::fuzz_target patch_target{"patch", feed_patch};
