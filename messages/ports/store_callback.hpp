#pragma once

#include "messages/base/errors.hpp"

#include <functional>

namespace ironbus {

/// The callback of all store calls. Calls return at once; the callback is called exactly once, on a
/// thread of the store, and must not block. The failure is `unavailable` if the store cannot be
/// reached, otherwise as each call says.
template <class T>
using store_callback = std::function<void(result<T>)>;

}  // namespace ironbus
