#pragma once

#include <caf/allowed_unsafe_message_type.hpp>

#include <type_traits>

namespace ironbus::runtime {

/// Message content that never leaves the process. CAF requires a serialization for each type, or
/// the declaration that there is none: this wrapper declares it for all of them.
template <class T>
struct local {
  T content;

  const T& operator*() const { return content; }
  const T* operator->() const { return &content; }
};

/// For compilers that do not deduce aggregates as C++20 requires.
template <class T>
local(T) -> local<T>;

}  // namespace ironbus::runtime

template <class T>
struct caf::allowed_unsafe_message_type<ironbus::runtime::local<T>> : std::true_type {};
