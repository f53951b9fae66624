#include "gateways/http/view/body_check.hpp"

#include "gateways/http/api/error.hpp"
#include "gateways/http/api/version.hpp"
#include "messages/base/secrets.hpp"
#include "messages/base/text.hpp"

#include <array>
#include <charconv>

namespace ironbus::http {

namespace {

std::string writable_names(const resource& kind, uint32_t flag, int version) {
  std::string out;
  for (const auto& row : kind.columns)
    if (row.spec.has(flag) && row.spec.since <= version) append_item(out, row.spec.name);
  return out;
}

/// The declaration of a field that a client writes, or the reason why it may not.
result<const field_spec*> writable(const resource& kind, const std::string& name, uint32_t flag,
                                   int version) {
  const auto* row = kind.find(name);
  const auto shown = "'" + name.substr(0, 64) + "'";
  if (row == nullptr)
    return invalid("Unknown field " + shown + "; allowed: " + writable_names(kind, flag, version) +
                   ".");
  if (row->spec.since > version)
    return fail(error_code::not_acceptable, "The field " + shown + " needs API version " +
                                                version_text(row->spec.since) + "; requested was " +
                                                version_text(version) + ".");
  if (!row->spec.has(flag))
    return invalid("The field " + shown +
                   " cannot be set; allowed: " + writable_names(kind, flag, version) + ".");
  return &row->spec;
}

/// Reads "True" and "false", because stock clients write booleans as text.
void read_boolean_text(const field_spec& spec, json& value) {
  if (spec.type != field_type::boolean || !value.is_string()) return;
  const auto text = value.get<std::string>();
  if (text == "True" || text == "true") value = true;
  if (text == "False" || text == "false") value = false;
}

/// Reads a number such as "5", because stock clients write the priority of an inspection rule as
/// text.
void read_integer_text(const field_spec& spec, json& value) {
  if (spec.type != field_type::integer || !value.is_string()) return;
  const auto& text = value.get_ref<const std::string&>();
  int32_t number = 0;
  const auto* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (!text.empty() && read.ec == std::errc{} && read.ptr == end) value = number;
}

result<std::monostate> store_value(const field_spec& spec, json& value) {
  read_boolean_text(spec, value);
  read_integer_text(spec, value);
  if (auto checked = check_value(spec, value); !checked) return checked;
  if (spec.type == field_type::mac && value.is_string())
    value = *normalize_mac(value.get_ref<const std::string&>());
  return {};
}

/// The first name of a JSON pointer, unescaped. Empty if the pointer is invalid.
std::string root_of(std::string_view path) {
  if (path.size() < 2 || path.front() != '/') return {};
  for (size_t i = 0; i < path.size(); ++i)
    if (path[i] == '~' && (i + 1 == path.size() || (path[i + 1] != '0' && path[i + 1] != '1')))
      return {};
  return std::string{path.substr(1, path.find('/', 1) - 1)};
}

result<std::monostate> check_pointer(const std::string&, const json& path, int) {
  if (!root_of(path.get_ref<const std::string&>()).empty()) return {};
  return invalid("Invalid value for 'path'; it must be a JSON pointer such as /extra/rack.");
}

constexpr std::array patch_verbs{allowed_text{"add"}, allowed_text{"replace"},
                                 allowed_text{"remove"}};

constexpr std::array operation_fields{
    body_field{.name = "op", .type = body_type::text, .flags = needed, .allowed = patch_verbs},
    body_field{.name = "path", .type = body_type::text, .flags = needed, .check = check_pointer},
    body_field{.name = "value"},
};

result<patch_operation> read_operation(json document, int version) {
  if (!document.is_object()) return invalid("Each operation of a JSON patch must be an object.");
  if (auto ok = check_body(patch_operation_body, document, version); !ok)
    return tl::unexpected(ok.error());
  const auto& op = document.at("op");
  const auto& path = document.at("path").get_ref<const std::string&>();
  if (op != "remove" && !document.contains("value"))
    return invalid("'value' is missing for " + path.substr(0, 128) + ".");
  return patch_operation{op.get<std::string>(), path, document.value("value", json{})};
}

result<std::monostate> check_operation(const resource& kind, patch_operation& operation,
                                       int version) {
  const auto root = root_of(operation.path);
  const auto spec = writable(kind, root, in_patch, version);
  if (!spec) return tl::unexpected(spec.error());
  const bool whole = operation.path.size() == root.size() + 1;
  if (!whole) {
    if ((*spec)->type != field_type::object && (*spec)->type != field_type::array)
      return invalid("Invalid value for 'path': '" + root + "' is not an object.");
    return {};
  }
  if (operation.op != "remove") return store_value(**spec, operation.value);
  if ((*spec)->has(required)) return invalid("'" + root + "' is mandatory and cannot be removed.");
  return {};
}

}  // namespace

const body_table patch_operation_body{.name = "PatchOperation", .fields = operation_fields};

result<json> check_create(const resource& kind, json body, int version) {
  for (auto& [key, value] : body.items()) {
    const auto spec = writable(kind, key, in_create, version);
    if (!spec) return tl::unexpected(spec.error());
    if (auto checked = store_value(**spec, value); !checked) return tl::unexpected(checked.error());
  }
  for (const auto& row : kind.columns)
    if (row.spec.has(required) && row.spec.has(in_create) && !body.contains(row.spec.name))
      return invalid("Missing mandatory parameter: " + std::string{row.spec.name});
  if (auto ok = keep_masked(body, {}, ""); !ok) return tl::unexpected(ok.error());
  return body;
}

result<std::vector<patch_operation>> check_patch(const resource& kind, const json& body,
                                                 int version) {
  if (!body.is_array()) return invalid("A JSON patch must be a list of operations.");
  std::vector<patch_operation> out;
  for (const auto& x : body) {
    auto operation = read_operation(x, version);
    if (!operation) return tl::unexpected(operation.error());
    if (auto checked = check_operation(kind, *operation, version); !checked)
      return tl::unexpected(checked.error());
    out.push_back(std::move(*operation));
  }
  return out;
}

}  // namespace ironbus::http
