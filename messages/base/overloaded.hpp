#pragma once

namespace ironbus {

/// Combines several function objects for std::visit: overloaded{[](const a&) {…}, [](const b&)
/// {…}}.
template <class... Ts>
struct overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts>
overloaded(Ts...) -> overloaded<Ts...>;

}  // namespace ironbus
