#pragma once

#include "gateways/http/api/task.hpp"

namespace ironbus::http {

// One function per route, grouped by source file. Each checks its arguments, then reads the store
// or sends one command.

// lookup.cpp
task<> look_up(const call_ptr&);

// legacy_lookup.cpp
task<> look_up_by_inventory(const call_ptr&);
extern const body_table old_lookup_body;

// heartbeat.cpp
task<> take_heartbeat(const call_ptr&);
task<> take_old_heartbeat(const call_ptr&);
// heartbeat_body.cpp
extern const body_table heartbeat_body;
extern const body_table named_heartbeat_body;
extern const body_table old_heartbeat_body;

// images.cpp
task<> send_image(const call_ptr&);

// continue_inspection.cpp
task<> take_inspection_data(const call_ptr&);
extern const body_table inspection_data_body;

// boot_files.cpp
void send_boot_file(const call_ptr&);
/// A GRUB that was fetched by HTTP requests its files below /grub of the same server.
void send_grub_file(const call_ptr&);

}  // namespace ironbus::http
