#pragma once

#include <caf/allowed_unsafe_message_type.hpp>

#include <type_traits>

namespace ironbus::runtime {

/// What stays in the process, as the content of a message. CAF asks for each type how it is written
/// to the network, or to be told that it never is: that is said here for all of them.
template <class T>
struct local {
  T content;

  const T& operator*() const { return content; }
  const T* operator->() const { return &content; }
};

/// Compilers that deduce from an aggregate's members only since C++20 was complete want it said.
template <class T>
local(T) -> local<T>;

}  // namespace ironbus::runtime

template <class T>
struct caf::allowed_unsafe_message_type<ironbus::runtime::local<T>> : std::true_type {};
