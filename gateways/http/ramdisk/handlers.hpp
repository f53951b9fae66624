#pragma once

#include "gateways/http/api/task.hpp"

namespace ironbus::http {

// One function a route; grouped by the source that has them. Each reads and checks its arguments,
// and then reads the store or sends one command.

// lookup.cpp
task<> look_up(const call_ptr&);

// legacy_lookup.cpp
task<> look_up_by_inventory(const call_ptr&);

// heartbeat.cpp
task<> take_heartbeat(const call_ptr&);
task<> take_old_heartbeat(const call_ptr&);

// images.cpp
task<> send_image(const call_ptr&);

// continue_inspection.cpp
task<> take_inspection_data(const call_ptr&);

// boot_files.cpp
void send_boot_file(const call_ptr&);

}  // namespace ironbus::http
