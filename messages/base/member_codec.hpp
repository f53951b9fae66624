#pragma once

#include "messages/base/json_reader.hpp"
#include "messages/base/json_writer.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace ironbus {

/// A member's name in a text: `,"name":`, ready to be written.
class member_key {
public:
  constexpr member_key(const char* name) : member_key{std::string_view{name}} {}
  constexpr member_key(std::string_view name) : size_{name.size() + 4} {
    // reported by the compiler
    if (size_ > bytes_.size()) throw "the name of a member is too long";
    bytes_[0] = ',';
    bytes_[1] = '"';
    std::copy(name.begin(), name.end(), bytes_.begin() + 2);
    bytes_[size_ - 2] = '"';
    bytes_[size_ - 1] = ':';
  }

  constexpr std::string_view with_comma() const { return {bytes_.data(), size_}; }
  constexpr std::string_view name() const { return with_comma().substr(2, size_ - 4); }

private:
  std::array<char, 40> bytes_{};
  size_t size_;
};

/// How one member of a struct is written and read.
template <class T>
struct member_codec {
  member_key key;
  void (*write)(std::string& out, const T& x);
  void (*read)(json_value& source, T& x);
  /// Whether the member is omitted from the text; null: never.
  bool (*is_left_out)(const T& x) = nullptr;
  bool is_needed = false;  ///< A text without it is rejected.
};

/// When a member is written.
enum class member_kind : uint8_t {
  written,    ///< Always; optional when read.
  needed,     ///< Always; a text without it is rejected.
  if_filled,  ///< If it differs from its initial value. An optional is never null then.
};

namespace detail {

template <class V>
struct member_of;
template <class T, class V>
struct member_of<V T::*> {
  using owner = T;
  using type = V;
};

template <class V>
const V& held(const V& x) {
  return x;
}
template <class V>
const V& held(const std::optional<V>& x) {
  return *x;
}

template <class V>
void read_filled(json_value& source, V& out) {
  read_json(source, out);
}
template <class V>
void read_filled(json_value& source, std::optional<V>& out) {
  read_json(source, out.emplace(blank<V>()));
}

}  // namespace detail

/// Binds a name in texts to a data member, whatever the member is called.
template <auto Member, member_kind Kind = member_kind::written>
constexpr auto coded_member(std::string_view name) {
  using T = typename detail::member_of<decltype(Member)>::owner;
  using V = typename detail::member_of<decltype(Member)>::type;
  if constexpr (Kind == member_kind::if_filled)
    return member_codec<T>{
        name, [](std::string& out, const T& x) { write_json(out, detail::held(x.*Member)); },
        [](json_value& source, T& x) { detail::read_filled(source, x.*Member); },
        [](const T& x) { return x.*Member == V{}; }};
  else
    return member_codec<T>{name, [](std::string& out, const T& x) { write_json(out, x.*Member); },
                           [](json_value& source, T& x) { read_json(source, x.*Member); }, nullptr,
                           Kind == member_kind::needed};
}

template <class T>
constexpr bool by_key(const member_codec<T>& a, const member_codec<T>& b) {
  return a.key.name() < b.key.name();
}

/// The members of a struct, sorted by name as they are written.
template <class T, std::same_as<member_codec<T>>... More>
constexpr auto sorted_members(member_codec<T> first, More... more) {
  std::array<member_codec<T>, sizeof...(More) + 1> out{first, more...};
  std::sort(out.begin(), out.end(), by_key<T>);
  for (size_t i = 0; i < out.size(); ++i) {
    if (i > 0 && out[i - 1].key.name() == out[i].key.name()) throw "two members of one name";
    if (i >= 64 && out[i].is_needed) throw "read_json notes the first 64 members only";
  }
  return out;
}

}  // namespace ironbus
