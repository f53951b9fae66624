#pragma once

#include "messages/base/json.hpp"

#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace ironbus {

// What a type of ours says of itself, so that its texts follow from it. The functions are declared
// with the type.

/// An enum whose values are stored, sent and shown by name: to_string(x) gives the name, and
/// from_string(name, x) says whether there is a value of that name.
template <class T>
concept named_enum = std::is_enum_v<T> && requires(T x, std::string_view name) {
  { to_string(x) } -> std::convertible_to<std::string_view>;
  { from_string(name, x) } -> std::same_as<bool>;
};

// By name in documents, too: the library would write a number.
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

/// A struct that is an object of its members: members_of(pointer to one) lists them, once.
template <class T>
concept coded = requires(const T* x) {
  { members_of(x) } -> std::same_as<member_codecs<T>>;
};

}  // namespace ironbus
