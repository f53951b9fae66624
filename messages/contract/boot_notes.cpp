#include "messages/contract/boot_notes.hpp"

#include "messages/base/text.hpp"

namespace ironbus {

namespace {

json as_note(const std::string& text) { return text.empty() ? json{} : json(text); }

}  // namespace

boot_notes read_boot_notes(const json& driver_internal_info) {
  return {member_text(driver_internal_info, boot_place_key),
          member_text(driver_internal_info, boot_call_key)};
}

void note_boot_location(json& driver_internal_info, const boot_notes& notes) {
  driver_internal_info[boot_place_key] = as_note(notes.place);
  driver_internal_info[boot_call_key] = as_note(notes.call);
}

}  // namespace ironbus
