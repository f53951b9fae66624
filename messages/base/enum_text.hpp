#pragma once

#include "messages/base/json.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

/// The names of the values of an enum that ends with `count_`, in their order: how they are stored,
/// sent and shown.
template <class Enum>
class enum_text {
public:
  static constexpr size_t size = static_cast<size_t>(Enum::count_);

  /// `kind` says in errors what the values are: "step status".
  constexpr enum_text(std::string_view kind, std::array<std::string_view, size> names)
      : kind_{kind}, names_{names} {
    for (const auto name : names_)
      if (name.empty()) throw "a value has no name";  // refused by the compiler
  }

  constexpr std::string_view operator[](Enum x) const { return names_[static_cast<size_t>(x)]; }

  constexpr std::optional<Enum> find(std::string_view name) const {
    for (size_t i = 0; i < size; ++i)
      if (names_[i] == name) return static_cast<Enum>(i);
    return std::nullopt;
  }

  /// Throws json::exception for what is no name, as the readers of other types do.
  Enum read(const json& in) const {
    if (const auto value = find(in.get_ref<const std::string&>())) return *value;
    throw json::other_error::create(501, "unknown " + std::string{kind_}, &in);
  }

private:
  std::string_view kind_;
  std::array<std::string_view, size> names_;
};

}  // namespace ironbus
