// A JSON patch: whatever comes, it is refused or gives a node whose fields are still of their
// types, and a refused one changes nothing that is kept.
#include "actors/json_patch.hpp"
#include "gateways/http/body_check.hpp"
#include "messages/json.hpp"
#include "messages/node.hpp"

#include <cstdint>
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

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto body = parse_json({reinterpret_cast<const char*>(data), size}, {4096, 25});
  if (!body) return 0;
  const auto patch = http::check_patch(http::node_resource(), *body, version);
  if (!patch) return 0;
  static const auto specs = specs_of(node_fields());
  auto document = some_node();
  const auto touched = apply_patch(document, specs, *patch, version);
  if (!touched) return 0;
  for (const auto& name : *touched)
    for (const auto* spec : specs)
      if (spec->name == name && !check_value(*spec, document[name])) std::abort();
  return 0;
}
