#pragma once

#include "messages/base/json.hpp"

#include <concepts>
#include <type_traits>
#include <utility>

// Defines to_json and from_json of a plain struct in a source file, by its member names (see
// document_key). A member that a document lacks keeps its default, so that documents of an older
// release load. What is wrong with one is told with its name.
// NOLINTBEGIN(cppcoreguidelines-macro-usage)
#define IRONBUS_READ_MEMBER(member)                                                     \
  ironbus::detail::read_member(nlohmann_json_j, ironbus::detail::document_key(#member), \
                               nlohmann_json_t.member);
#define IRONBUS_WRITE_MEMBER(member) \
  nlohmann_json_j[ironbus::detail::document_key(#member)] = nlohmann_json_t.member;
#define IRONBUS_CODEC(Type, ...)                                                 \
  void to_json(json& nlohmann_json_j, const Type& nlohmann_json_t) {             \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(IRONBUS_WRITE_MEMBER, __VA_ARGS__)) \
  }                                                                              \
  void from_json(const json& nlohmann_json_j, Type& nlohmann_json_t) {           \
    nlohmann_json_t = Type{};                                                    \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(IRONBUS_READ_MEMBER, __VA_ARGS__))  \
  }
// NOLINTEND(cppcoreguidelines-macro-usage)

namespace ironbus::detail {

/// What documents call a member that was named otherwise when they were first written.
constexpr const char* document_key(const char* member) {
  const std::string_view name{member};
  if (name == "attributes") return "about";
  if (name == "observed") return "learnt";
  return member;
}

template <class T>
struct held {
  using type = T;
};
template <class T>
struct held<std::optional<T>> {
  using type = T;
};

/// Numbers as the library reads them lose a fraction, or what is out of range, without a word.
template <std::integral T>
void check_integer(const json& value) {
  if (!value.is_number()) return;  // refused by its reader
  const bool fits = value.is_number_unsigned()  ? std::in_range<T>(value.get<uint64_t>())
                    : value.is_number_integer() ? std::in_range<T>(value.get<int64_t>())
                                                : false;
  if (!fits)
    throw json::out_of_range::create(
        401, to_text(value) + " is no whole number of " + std::to_string(sizeof(T) * 8) + " bits",
        &value);
}

template <class T>
void read_member(const json& in, const char* name, T& out) {
  using value = typename held<T>::type;
  if (!in.is_object()) throw json::type_error::create(306, "it is no object", &in);
  const auto member = in.find(name);
  if (member == in.end()) return;
  try {
    if constexpr (std::integral<value> && !std::is_same_v<value, bool>) {
      if (member->is_boolean()) throw json::type_error::create(302, "it is no number", &in);
      check_integer<value>(*member);
    }
    member->get_to(out);
  } catch (const json::exception& e) {
    throw json::other_error::create(502, "'" + std::string{name} + "': " + e.what(), &in);
  }
}

}  // namespace ironbus::detail

namespace ironbus {

/// Reads a document that the store keeps; T::schema is the newest form that this release knows.
/// `internal` if the text is damaged or was written by a newer release.
template <class T>
result<T> decode_stored(std::string_view text, const std::string& what) {
  auto document = parse_own_json(text);
  if (!document) return tl::unexpected(std::move(document.error()));
  if (!document->is_object()) return fail(error_code::internal, "the " + what + " is no object");
  if (auto schema = document->find("schema"); schema != document->end()) {
    if (!schema->is_number_unsigned())
      return fail(error_code::internal, "the schema of the " + what + " is no number");
    if (schema->template get<uint64_t>() > T::schema)
      return fail(error_code::internal, "the " + what + " was written by a newer release");
  }
  return decode<T>(*document);
}

}  // namespace ironbus
