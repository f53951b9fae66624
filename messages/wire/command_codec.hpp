#pragma once

#include "messages/wire/envelope.hpp"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

// The wire form of a variant of commands: the alternative is the envelope's type, its members are
// the data.

namespace ironbus {

inline constexpr std::string_view command_prefix = "ironbus.command.";

inline std::string command_type(std::string_view name) {
  return std::string{command_prefix} + std::string{name};
}

template <class Variant>
json_text variant_data(const Variant& x) {
  return std::visit([](const auto& alternative) { return json_text{alternative}; }, x);
}

/// Wraps a command; type_of(x) must be declared.
template <class Variant>
envelope wrap_variant(const Variant& variant, std::string id, std::string subject,
                      std::string source, timestamp now) {
  envelope out;
  out.id = std::move(id);
  out.type = type_of(variant);
  out.source = std::move(source);
  out.subject = std::move(subject);
  out.time = now;
  out.data = variant_data(variant);
  return out;
}

namespace detail {

template <class Variant, size_t I>
result<Variant> read_alternative(const json_text& data) {
  auto read = decode<std::variant_alternative_t<I, Variant>>(data);
  if (!read) return tl::unexpected(std::move(read.error()));
  return Variant{std::in_place_index<I>, std::move(*read)};
}

template <class Variant, size_t... I>
constexpr auto make_readers(std::index_sequence<I...>) {
  return std::array<result<Variant> (*)(const json_text&), sizeof...(I)>{
      &read_alternative<Variant, I>...};
}

}  // namespace detail

/// `names` follows the order of the alternatives. `invalid` if the type is unknown or the data has
/// the wrong form.
template <class Variant, size_t N>
result<Variant> decode_variant(const envelope& envelope,
                               const std::array<std::string_view, N>& names) {
  static_assert(N == std::variant_size_v<Variant>);
  static constexpr auto readers = detail::make_readers<Variant>(std::make_index_sequence<N>{});
  for (size_t i = 0; i < N; ++i) {
    if (envelope.type != command_type(names[i])) continue;
    auto read = readers[i](envelope.data);
    if (read) return read;
    return fail(error_code::invalid, envelope.type + ": " + read.error().message);
  }
  return fail(error_code::invalid, "'" + envelope.type.substr(0, 80) + "' is not a command");
}

}  // namespace ironbus
