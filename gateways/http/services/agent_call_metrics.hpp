#pragma once

#include <string_view>

namespace ironbus::http {

/// Counts a call of a ramdisk in ironbus_agent_calls_total, by what it is and what became of it.
/// `path`: of the route; calls that no ramdisk makes are passed over. Any thread.
void count_agent_call(std::string_view path, unsigned status);

}  // namespace ironbus::http
