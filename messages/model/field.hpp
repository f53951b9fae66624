#pragma once

#include "messages/base/codec.hpp"
#include "messages/base/json_document.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace ironbus {

/// The key of the attributes in the stored text of a node or a record. The first release chose this
/// word, and stores outlive releases.
inline constexpr const char* attributes_key = "about";

/// The type of a field's JSON value.
enum class field_type : uint8_t {
  text,
  uuid,
  mac,  ///< Six octets; stored lower-case with colons.
  boolean,
  integer,
  object,
  array,
  time,
};

/// Who may write a field, and where it is shown. A mask.
enum field_flag : uint32_t {
  in_create = 1U << 0,     ///< Accepted in POST.
  in_patch = 1U << 1,      ///< Accepted in PATCH; remove sets the default.
  required = 1U << 2,      ///< Must be in POST and cannot be removed.
  nullable = 1U << 3,      ///< May be null.
  in_list = 1U << 4,       ///< Shown in a list without `detail` and `fields`.
  sortable = 1U << 5,      ///< May be a sort_key.
  is_interface = 1U << 7,  ///< Names a driver interface; bound to the interface rule.
  hidden = 1U << 8,        ///< Stored, never shown.
  concealed = 1U << 9,     ///< Shown masked; errors do not quote it.
};

/// Declares one field of a resource. API, codec, validation and documentation follow from it.
struct field_spec {
  std::string_view name;
  field_type type = field_type::text;
  int since = 1;  ///< First microversion 1.<since> that shows and accepts it.
  uint32_t flags = 0;
  size_t max_length = 255;  ///< Of a string, in characters.
  std::string_view description = {};

  constexpr bool has(uint32_t flag) const { return (flags & flag) != 0; }
  /// An object or a list of any content. Secrets in it are shown masked, and its size is limited.
  constexpr bool is_document() const {
    return type == field_type::object || type == field_type::array;
  }
};

/// A field and its access to the struct.
template <class T>
struct field {
  field_spec spec;
  json (*get)(const T&);
  /// Throws json::exception on a wrong type; callers validate first or use decode().
  void (*set)(T&, const json&);
  /// The member itself if it is a document, so that it can be measured without a copy; else null.
  const json_document* (*document)(const T&);
  member_codec<T> codec;  ///< Its form in the store and in messages.
};

namespace detail {

template <class V>
const json_document* document_of(const V& value) {
  if constexpr (std::is_same_v<V, json_document>)
    return &value;
  else
    return nullptr;
}

template <class V>
void set_value(V& member, const json& value) {
  if constexpr (std::is_same_v<V, json_document>)
    member = value;
  else
    value.get_to(member);
}

}  // namespace detail

/// Binds a declaration to a data member.
template <auto Member>
constexpr auto bind(field_spec spec) {
  using owner = typename detail::member_of<decltype(Member)>::owner;
  return field<owner>{spec, [](const owner& x) { return json(x.*Member); },
                      [](owner& x, const json& value) { detail::set_value(x.*Member, value); },
                      [](const owner& x) { return detail::document_of(x.*Member); },
                      coded_member<Member>(spec.name)};
}

/// The fields in their stored and sent form.
template <class T, size_t N>
constexpr auto members_in(const std::array<field<T>, N>& fields) {
  return [&]<size_t... I>(std::index_sequence<I...>) { return sorted_members(fields[I].codec...); }
  (std::make_index_sequence<N>{});
}

/// The fields that have a flag.
template <class T>
std::vector<member_codec<T>> members_with(std::span<const field<T>> fields, uint32_t flag) {
  std::vector<member_codec<T>> out;
  for (const auto& row : fields)
    if (row.spec.has(flag)) out.push_back(row.codec);
  std::sort(out.begin(), out.end(), by_key<T>);
  return out;
}

template <class T>
json fields_to_json(std::span<const field<T>> fields, const T& value) {
  auto out = json::object();
  for (const auto& row : fields) out.emplace(row.spec.name, row.get(value));
  return out;
}

/// Reads the fields that are present. The others keep their value, so that an older document can be
/// read.
template <class T>
void fields_from_json(std::span<const field<T>> fields, const json& document, T& value) {
  for (const auto& row : fields)
    if (auto found = document.find(row.spec.name); found != document.end()) row.set(value, *found);
}

template <class T>
const field<T>* find_field(std::span<const field<T>> fields, std::string_view name) {
  for (const auto& row : fields)
    if (row.spec.name == name) return &row;
  return nullptr;
}

/// Checks a value against its declaration: type, null, length, form. The failure names the field,
/// the value and the allowed values.
result<std::monostate> check_value(const field_spec& spec, const json& value);

/// The value of a field after a PATCH removed it, unless it is computed: null, {} or false.
json default_value(const field_spec& spec);

/// Lower-case with colons; `invalid` if it is not a MAC address.
result<std::string> normalize_mac(std::string_view text);

}  // namespace ironbus
