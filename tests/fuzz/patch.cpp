// A JSON patch: rejected, or the node's fields keep their types and have the values of RFC 6902.
// Intended differences from the RFC: only some fields may be changed, and a field keeps its type.
// A removed field gets its default. A mask stands for the value that it hides. The length of a path
// is limited.
#include "actors/json_patch.hpp"
#include "gateways/http/view/body_check.hpp"
#include "messages/base/json.hpp"
#include "messages/model/node.hpp"
#include "tests/fuzz/bent_text.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/fuzz/patch_reference.hpp"

#include <cstdio>
#include <cstdlib>

namespace {

using namespace ironbus;

constexpr int version = 115;

json some_node() {
  node x;
  x.uuid = "11111111-aaaa-4aaa-8aaa-000000000001";
  x.driver = "fake-hardware";
  x.extra = {{"list", {1, 2, 3}}, {"a/b", {{"m~n", true}}}, {"", {{"0", nullptr}}}, {"t", "x"}};
  x.driver_info = {{"password", "sesame"}};
  auto out = json::object();
  for (const auto& field : node_fields()) out.emplace(field.spec.name, field.get(x));
  return out;
}

/// Operations that may fit the node, or nearly fit it.
json drawn_patch(draw& choices) {
  static constexpr std::array ops{"add", "replace", "remove"};
  static constexpr std::array tokens{"list", "a~1b", "m~0n", "",   "t", "0",  "1",  "3",
                                     "4",    "-",    "01",   "+1", "~", "~2", "new"};
  static const json values{nullptr, 5, "x", json::array(), json::object(), {1, {{"0", 2}}}};
  auto out = json::array();
  for (auto left = 1 + choices.below(5); left > 0; --left) {
    std::string path = choices.byte() % 8 == 0 ? "/description" : "/extra";
    for (auto depth = choices.below(4); depth > 0; --depth)
      path += '/' + std::string{choices.item(tokens)};
    out.push_back({{"op", choices.item(ops)}, {"path", path}});
    if (out.back()["op"] != "remove") out.back()["value"] = choices.item(values);
  }
  return choices.byte() % 4 == 0 ? bent_document(out, choices) : out;
}

/// Whether only the RFC could reject it.
bool is_free(const std::vector<patch_operation>& patch) {
  return std::all_of(patch.begin(), patch.end(), [](const patch_operation& x) {
    return x.path.starts_with("/extra/") && std::count(x.path.begin(), x.path.end(), '/') <= 100;
  });
}

void compare(const json& before, const std::vector<patch_operation>& patch, const json* after) {
  const auto wanted = patched_by_the_letter(before, patch);
  const bool agrees = after != nullptr ? wanted && *wanted == *after : !wanted || !is_free(patch);
  if (agrees) return;
  std::fprintf(stderr, "applied:  %s\nexpected: %s\n",
               after != nullptr ? to_text(*after).c_str() : "refused",
               wanted ? to_text(*wanted).c_str() : "refused");
  std::abort();
}

}  // namespace

static void feed_patch(std::string_view input) {
  draw choices{input};
  const auto body =
      input.starts_with('[') ? parse_json(input, {4096, 25}) : result<json>{drawn_patch(choices)};
  if (!body) return;
  const auto patch = http::check_patch(http::node_resource(), *body, version);
  if (!patch) return;
  static const auto specs = specs_of(node_fields());
  const auto before = some_node();
  auto document = before;
  const auto touched = apply_patch(document, specs, *patch, version);
  if (to_text(*body).find(masked_value) == std::string::npos)
    compare(before, *patch, touched ? &document : nullptr);
  if (!touched) return;
  for (const auto& name : *touched)
    for (const auto* spec : specs)
      if (spec->name == name && !check_value(*spec, document[name])) std::abort();
}

static const ironbus::fuzz_target patch_target{"patch", feed_patch};
