#include "actors/inspection/rules/attributes.hpp"

#include "actors/inspection/values/textual.hpp"
#include "messages/base/text.hpp"
#include "messages/model/node.hpp"
#include "messages/model/node_parts.hpp"
#include "messages/wire/events.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace ironbus::inspection {

namespace {

const field_spec* spec_of(resource_kind kind, std::string_view name) {
  if (kind == resource_kind::port) {
    const auto* row = find_field(port_fields(), name);
    return row == nullptr ? nullptr : &row->spec;
  }
  const auto* found = find_field(node_fields(), name);
  return found == nullptr ? nullptr : &found->spec;
}

std::string_view title_of(resource_kind kind) {
  return kind == resource_kind::port ? "port" : "node";
}

/// The field that a path starts with.
result<const field_spec*> field_of(resource_kind kind, const path_steps& path) {
  if (auto ok = check_steps_of(path); !ok) return tl::unexpected(ok.error());
  const auto* spec = spec_of(kind, path[0]);
  if (spec == nullptr || !spec->has(in_patch))
    return fail(error_code::invalid, "a rule can not write the field '" + path[0].substr(0, 64) +
                                         "' of a " + std::string{title_of(kind)});
  if (path.size() > 1 && spec->type != field_type::object)
    return fail(error_code::invalid, "the field '" + path[0] + "' is not an object");
  return spec;
}

checked check_path_to(resource_kind kind, const json& value) {
  if (!value.is_string()) return must_be("a path such as /extra/rack", value);
  // Clients store such paths. The rule fails when it runs, if they lead nowhere.
  if (value.get_ref<const std::string&>().find_first_of("{}") != std::string::npos) return {};
  const auto field = field_of(kind, split_path(value.get_ref<const std::string&>()));
  if (!field) return bad_path(value, field.error());
  return {};
}

struct boolean_word {
  std::string_view word;
  bool value;
};

constexpr std::array boolean_words{boolean_word{"yes", true}, boolean_word{"true", true},
                                   boolean_word{"no", false}, boolean_word{"false", false}};

json fitted_boolean(const json& value) {
  const auto text = lower(value.get_ref<const std::string&>());
  for (const auto& row : boolean_words)
    if (row.word == text) return row.value;
  return value;
}

json fitted(const field_spec& spec, const json& value) {
  switch (spec.type) {
    case field_type::text:
      return value.is_number() || value.is_boolean() ? json(textual(value)) : value;
    case field_type::boolean: return value.is_string() ? fitted_boolean(value) : value;
    case field_type::object: return value.is_null() ? json::object() : value;
    case field_type::mac:
      if (value.is_string())
        if (auto mac = normalize_mac(value.get_ref<const std::string&>())) return *mac;
      return value;
    default: return value;
  }
}

std::string place(const resource_ref& reference, const path_steps& path) {
  auto out = reference.where;
  for (const auto& step : path) out += "/" + step;
  return out;
}

/// Calls `write` on the document and records the change at the path.
template <class F>
checked noting(node_view& view, const resource_ref& reference, const path_steps& path, F write) {
  auto before = shown_at(reference.document, path);
  if (checked ok = write(); !ok) return ok;
  auto after = shown_at(reference.document, path);
  if (before != after) view.note(place(reference, path), std::move(before), std::move(after));
  return {};
}

}  // namespace

checked is_node_path(const json& value) { return check_path_to(resource_kind::node, value); }

checked is_port_path(const json& value) { return check_path_to(resource_kind::port, value); }

json shown_at(const json& root, std::span<const std::string> path) {
  const auto* value = find_at(root, path);
  if (value == nullptr || value->is_null()) return {};
  const bool secret =
      std::any_of(path.begin(), path.end(), [](const auto& step) { return is_secret_key(step); });
  if (secret && !value->is_boolean()) return masked_value;
  return mask_secrets(*value);
}

path_steps place_of_removal(const json& root, path_steps path) {
  const auto* parent = find_at(root, std::span{path}.first(path.size() - 1));
  if (parent != nullptr && parent->is_array()) path.pop_back();
  return path;
}

checked may_write(node_view& view, size_t steps, const json& value) {
  if (steps + depth_of_value(value) > depth_max)
    return fail(error_code::too_large,
                "the value is nested deeper than " + std::to_string(depth_max) + " levels");
  view.left.write(weight_of(value));
  if (view.left.spent())
    return fail(error_code::too_large, "the rules " + std::string{view.left.excess()});
  return {};
}

checked set_attribute_at(node_view& view, const resource_ref& reference, const std::string& text,
                         const json& value) {
  const auto path = with_index(reference.document, split_path(text));
  const auto spec = field_of(reference.kind, path);
  if (!spec) return tl::unexpected(spec.error());
  if (auto ok = may_write(view, path.size(), value); !ok) return ok;
  return noting(view, reference, path, [&]() -> checked {
    if (path.size() > 1) return set_at(reference.document, path, value);
    auto fit = fitted(**spec, value);
    if (auto ok = check_value(**spec, fit); !ok) return ok;
    reference.document[path[0]] = std::move(fit);
    return {};
  });
}

checked extend_attribute_at(node_view& view, const resource_ref& reference, const std::string& text,
                            const json& value, bool unique) {
  const auto path = split_path(text);
  const auto spec = field_of(reference.kind, path);
  if (!spec) return tl::unexpected(spec.error());
  if (path.size() < 2)
    return fail(error_code::invalid, "the field '" + path[0] + "' is not a list");
  if (auto ok = may_write(view, path.size() + 1, value); !ok) return ok;
  return noting(view, reference, path, [&]() -> checked {
    if (auto grown = extend_at(reference.document, path, value, unique); !grown)
      return tl::unexpected(grown.error());
    return {};
  });
}

checked delete_attribute_at(node_view& view, const resource_ref& reference,
                            const std::string& text) {
  const auto path = split_path(text);
  const auto spec = field_of(reference.kind, path);
  if (!spec) return tl::unexpected(spec.error());
  return noting(view, reference, place_of_removal(reference.document, path), [&]() -> checked {
    if (path.size() > 1) {
      if (auto removed = remove_at(reference.document, path); !removed)
        return tl::unexpected(removed.error());
      return {};
    }
    if ((*spec)->has(required))
      return fail(error_code::invalid, "the field '" + path[0] + "' can not be removed");
    reference.document[path[0]] = default_value(**spec);
    return {};
  });
}

}  // namespace ironbus::inspection
