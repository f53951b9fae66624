#pragma once

#include "ops/simulator/quirks/quirk.hpp"

namespace ironbus::simulator {

// The quirks with code, by source file. The book explains them.

// order_quirks.cpp
enum class passing_error { status_500, status_404, status_400, page, empty, not_ready, no_sources };
quirk_ptr make_passing_error(passing_error what);
quirk_ptr make_order_error();
quirk_ptr make_stale_power();
quirk_ptr make_early_power();

// access_quirks.cpp
quirk_ptr make_redirect(unsigned status, std::string_view subject, std::string_view host = {});
quirk_ptr make_cut_session();
quirk_ptr make_stale_tag();

// text_quirks.cpp
quirk_ptr make_system_id(std::string_view id);
quirk_ptr make_link_end(std::string_view end);
quirk_ptr make_bad_byte(char byte);
quirk_ptr make_content_type(std::string_view type);

// link_quirks.cpp
quirk_ptr make_second_manager(std::string_view type);
quirk_ptr make_pages();
quirk_ptr make_failing_member();
quirk_ptr make_placeholder_interfaces();
quirk_ptr make_further_interfaces(std::string_view macs);

// media_quirks.cpp
quirk_ptr make_slow_eject();
quirk_ptr make_insert_task(bool first_fails);
quirk_ptr make_insert_error();
quirk_ptr make_ejecting();

// settings_quirks.cpp
quirk_ptr make_foreign_location();
quirk_ptr make_lost_update();
quirk_ptr make_large_bounds();
quirk_ptr make_slash_in_attribute();
quirk_ptr make_clock_under_ntp();
quirk_ptr make_permanent_override();
quirk_ptr make_numbers_as_text();
quirk_ptr make_null_members();

}  // namespace ironbus::simulator
