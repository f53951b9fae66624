// A message from the bus: rejected, or read so that it can be written and reads back equal.
#include "actors/runtime/inbound.hpp"
#include "messages/ports/process_description.hpp"
#include "messages/wire/record_commands.hpp"
#include "messages/wire/step.hpp"
#include "tests/fuzz/bent_text.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/fuzz/round_trip.hpp"

#include <array>

namespace {

using namespace ironbus;

struct travelling {
  const char* type;
  void (*read)(std::string_view text);
};

template <class T>
void read_part(std::string_view text) {
  check_round_trip(
      text, [](std::string_view x) { return decode<T>(x); }, [](const T& x) { return to_text(x); });
}

void read_reply(std::string_view text) { check_round_trip(text, decode_reply, encode_reply); }

/// Reads a delivery like a conductor, with all its contents.
void read_message(std::string_view text) {
  check_round_trip(text, decode_envelope, encode_envelope);
  delivery given;
  given.body = text;
  const auto message = decode_inbound(given);
  if (!message) return;
  const auto& what = (*message)->what;
  const auto* to_node = std::get_if<node_message>(&what);
  const auto* order = to_node != nullptr ? std::get_if<command>(to_node) : nullptr;
  if (order == nullptr) return;
  auto again = given;
  again.body = encode_envelope(
      envelop(*order, (*message)->id, (*message)->subject, "/fuzz", (*message)->sent));
  if (!decode_inbound(again)) std::abort();
}

constexpr std::array parts{
    travelling{"step_request", read_part<step_request>},
    travelling{"step_outcome", read_part<step_outcome>},
    travelling{"facts", read_part<facts>},
    travelling{"machine", read_part<machine>},
    travelling{"power_survey", read_part<power_survey>},
    travelling{"power_finding", read_part<power_finding>},
    travelling{"reply", read_reply},
};

/// A type, its content, and its receiver.
struct wrapped {
  const char* type;
  const char* kept;  ///< The type of the document.
  const char* subject;
};

constexpr const char* some_node = "11111111-1111-4111-8111-111111111111";
constexpr const char* some_record = "allocation/11111111-1111-4111-8111-111111111111";

std::vector<wrapped> all_messages() {
  std::vector<wrapped> out{{"ironbus.step.outcome", "step_outcome", some_node},
                           {"ironbus.step.request", "step_request", some_node},
                           {"ironbus.power.survey", "power_survey", ""}};
  for (const char* type :
       {"agent_heartbeat", "agent_lookup",        "agent_refused",   "boot_place_lost",
        "call_driver",     "child_step_ended",    "claim_node",      "continue_inspection",
        "create_node",     "create_part",         "delete_node",     "delete_part",
        "observe_power",   "release_node",        "run_child_step",  "set_maintenance",
        "set_power_state", "set_provision_state", "set_target_raid", "set_traits",
        "update_node",     "update_part"})
    out.push_back({type, type, some_node});
  for (const char* type : {"answer_claim", "answer_release", "change_token", "create_record",
                           "delete_record", "order_letters", "set_traits", "update_record"})
    out.push_back({type, type, some_record});
  return out;
}

json envelope_of(const wrapped& chosen, draw& choices) {
  const std::string name{chosen.type};
  const bool is_command = !name.starts_with("ironbus.");
  const auto type = is_command ? "ironbus.command." + name : name;
  auto out = choices.item(kept_documents("envelope"));
  out["type"] = type;
  out["subject"] = chosen.subject;
  out["data"] = choices.item(kept_documents(is_command ? type : chosen.kept));
  return out;
}

}  // namespace

static void feed_wire(std::string_view input) {
  if (input.starts_with('{')) return read_message(input);
  static const auto messages = all_messages();
  draw choices{input};
  const auto which = choices.below(messages.size() + parts.size());
  if (which < messages.size())
    return read_message(bent_text(envelope_of(messages[which], choices), choices));
  const auto& part = parts[which - messages.size()];
  part.read(bent_text(choices.item(kept_documents(part.type)), choices));
}

static const ironbus::fuzz_target wire_target{"wire", feed_wire};
