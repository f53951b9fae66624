#pragma once

#include <string_view>

namespace ironbus {

/// A place where a test may end the process as kill -9 would, to hit the windows between two
/// promises (committed but not published, published but not acknowledged, …).
///
/// IRONBUS_FAILPOINT="after_commit" ends it the first time the place is passed, "after_commit:7"
/// the seventh. Unset, as always outside tests, a pass costs one comparison. Thread safe.
void failpoint(std::string_view name);

}  // namespace ironbus
