#include "actors/json_patch.hpp"

#include "messages/base/secrets.hpp"

#include <algorithm>

namespace ironbus {

namespace {

/// Prevents a sequence of operations from nesting a document until the stack overflows. Storage
/// limits are checked on the result.
constexpr ptrdiff_t path_steps_max = 100;

std::string root_of(const std::string& path) {
  return json::json_pointer(path).to_string() == path && path.size() > 1
             ? path.substr(1, path.find('/', 1) - 1)
             : std::string{};
}

result<const field_spec*> patchable(std::span<const field_spec* const> fields,
                                    const std::string& path, int api_version) {
  std::string root;
  try {
    root = root_of(path);
  } catch (const json::exception&) {
    root.clear();
  }
  if (std::count(path.begin(), path.end(), '/') > path_steps_max)
    return fail(error_code::invalid, "A path may have at most " + std::to_string(path_steps_max) +
                                         " steps, not as many as '" + path.substr(0, 80) + "…'.");
  if (root.empty())
    return fail(error_code::invalid, "'" + path + "' is not a JSON pointer to a field.");
  auto found = std::find_if(fields.begin(), fields.end(),
                            [&](const field_spec* x) { return x->name == root; });
  if (found == fields.end() || !(*found)->has(in_patch))
    return fail(error_code::invalid, "The field '" + root + "' can not be patched.");
  if ((*found)->since > api_version)
    return fail(error_code::not_acceptable, "The field '" + root + "' needs API version 1." +
                                                std::to_string((*found)->since) + " or newer.");
  return *found;
}

/// A root field always exists in the document: removing it sets its default, and `replace` may
/// replace null.
result<std::monostate> apply_to_root(json& document, const field_spec& spec,
                                     const patch_operation& operation) {
  if (operation.op == "remove" && spec.has(required))
    return fail(error_code::invalid,
                "The field '" + std::string{spec.name} + "' is mandatory and can not be removed.");
  document[std::string{spec.name}] =
      operation.op == "remove" ? default_value(spec) : operation.value;
  return {};
}

tl::unexpected<failure> no_such_place(const patch_operation& given) {
  return fail(error_code::invalid, "The operation '" + given.op + "' can not be applied to '" +
                                       given.path + "': the path does not exist.");
}

/// The library ignores a parent that cannot have members, or terminates the process; it turns a
/// null parent into an object.
bool is_below_something(const json& document, const std::string& path) {
  return document.at(json::json_pointer(path).parent_pointer()).is_structured();
}

result<std::monostate> apply_one(json& document, const field_spec& spec,
                                 const patch_operation& patch_operation) {
  if (patch_operation.path.find('/', 1) == std::string::npos)
    return apply_to_root(document, spec, patch_operation);
  json operation{{"op", patch_operation.op}, {"path", patch_operation.path}};
  if (patch_operation.op != "remove") operation["value"] = patch_operation.value;
  try {
    if (!is_below_something(document, patch_operation.path)) return no_such_place(patch_operation);
    document.patch_inplace(json::array({std::move(operation)}));
  } catch (const json::exception&) {
    return no_such_place(patch_operation);
  }
  return {};
}

}  // namespace

result<std::vector<std::string>> apply_patch(json& document,
                                             std::span<const field_spec* const> fields,
                                             const std::vector<patch_operation>& patch,
                                             int api_version) {
  std::vector<std::string> touched;
  auto before = json::object();  // the touched fields, which may contain secrets
  for (const auto& x : patch) {
    auto spec = patchable(fields, x.path, api_version);
    if (!spec) return tl::unexpected(spec.error());
    const std::string name{(*spec)->name};
    if ((*spec)->is_document() && !before.contains(name)) before[name] = document[name];
    if (auto ok = apply_one(document, **spec, x); !ok) return tl::unexpected(ok.error());
    if (std::find(touched.begin(), touched.end(), name) == touched.end()) touched.push_back(name);
  }
  for (const auto& [name, value] : before.items())
    if (auto ok = keep_masked(document[name], value, "/" + name); !ok)
      return tl::unexpected(ok.error());
  for (const auto& name : touched) {
    auto found = std::find_if(fields.begin(), fields.end(),
                              [&](const field_spec* x) { return x->name == name; });
    if (auto ok = check_value(**found, document[name]); !ok) return tl::unexpected(ok.error());
  }
  return touched;
}

}  // namespace ironbus
