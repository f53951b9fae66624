#pragma once

#include "messages/base/json.hpp"

#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace ironbus {

// What a type declares so that its texts can be derived from it. The functions are declared next to
// the type.

/// An enum whose values are stored, sent and shown by name. to_string(x) returns the name;
/// from_string(name, x) returns whether a value has that name.
template <class T>
concept named_enum = std::is_enum_v<T> && requires(T x, std::string_view name) {
  { to_string(x) } -> std::convertible_to<std::string_view>;
  { from_string(name, x) } -> std::same_as<bool>;
};

// Writes the name in documents, too; the library would write a number.
template <named_enum T>
void to_json(json& out, const T& x) {
  out = to_string(x);
}
template <named_enum T>
void from_json(const json& document, T& out) {
  if (!from_string(document.get_ref<const std::string&>(), out))
    throw json::other_error::create(501, to_text(document) + " is not a known name", &document);
}

template <class T>
struct member_codec;
template <class T>
using member_codecs = std::span<const member_codec<T>>;

/// A struct that is written as an object of its members. members_of(pointer to one) lists them.
template <class T>
concept coded = requires(const T* x) {
  { members_of(x) } -> std::same_as<member_codecs<T>>;
};

}  // namespace ironbus
