#pragma once

#include <string_view>

namespace ironbus {

/// A point where a test can end the process like kill -9, to hit the windows between two promises
/// (committed but not published, published but not acknowledged, …).
///
/// IRONBUS_FAILPOINT="after_commit" ends the process at the first pass, "after_commit:7" at the
/// seventh. Unset, as always outside tests, a pass costs one comparison. Thread safe.
void failpoint(std::string_view name);

}  // namespace ironbus
