#pragma once

#include "messages/base/errors.hpp"

#include <functional>

namespace ironbus {

/// How every part of a store answers. Calls return at once; the callback is called exactly once, on
/// a thread of the store's, and must not block. A failure is `unavailable` when the store cannot be
/// reached, else as each call says.
template <class T>
using store_callback = std::function<void(result<T>)>;

}  // namespace ironbus
