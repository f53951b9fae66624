#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace ironbus {

/// The names of the values of an enum that ends with `count_`, in the order of the enum.
template <class Enum>
class enum_text {
public:
  static constexpr size_t size = static_cast<size_t>(Enum::count_);

  constexpr explicit enum_text(std::array<std::string_view, size> names) : names_{names} {
    for (const auto name : names_)
      if (name.empty()) throw "a value has no name";  // the compiler reports it
  }

  constexpr std::string_view operator[](Enum x) const { return names_[static_cast<size_t>(x)]; }

  constexpr std::optional<Enum> find(std::string_view name) const {
    for (size_t i = 0; i < size; ++i)
      if (names_[i] == name) return static_cast<Enum>(i);
    return std::nullopt;
  }

  /// Whether a value has that name; sets `out` to it.
  constexpr bool read(std::string_view name, Enum& out) const {
    const auto found = find(name);
    if (found) out = *found;
    return found.has_value();
  }

private:
  std::array<std::string_view, size> names_;
};

}  // namespace ironbus
