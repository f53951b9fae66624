// The same for records (allocations, templates, rules) and for the outbox of a commit.
#include "actors/outbox.hpp"
#include "messages/model/field.hpp"
#include "tests/fuzz/bent_text.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/fuzz/revived.hpp"
#include "tests/fuzz/round_trip.hpp"

#include <array>

namespace {

using namespace ironbus;

constexpr std::array record_orders{"create_record", "update_record", "delete_record",
                                   "set_traits",    "answer_claim",  "answer_release",
                                   "order_letters", "change_token"};

record_message order_for_record(draw& choices) {
  switch (choices.byte() % 8) {
    case 0: return deadline_passed{};
    case 1: return taken_over{};
    case 2: return rows_found{{{"11111111-1111-4111-8111-111111111111", "web-1"}}};
    default: break;
  }
  envelope around;
  const std::string name = choices.item(record_orders);
  around.type = "ironbus.command." + name;
  around.data = choices.item(kept_documents(around.type));
  const auto out = decode_record_command(around);
  if (!out) std::abort();  // it is valid
  return *out;
}

void read_outgoing(draw& choices) {
  const json message{
      {"exchange", "ironbus.nodes"}, {"key", "node.7"}, {"id", "m-1"},          {"body", "{}"},
      {"mandatory", true},           {"reply_to", "r"}, {"correlation_id", "c"}};
  check_round_trip(bent_text(message, choices), decode_outgoing, encode_outgoing);
}

/// As the API creates one: every field of the type.
json attributes_of(const record_type& type, draw& choices) {
  auto out = json::object();
  for (const auto& field : type.fields) out[std::string{field.name}] = default_value(field);
  out["uuid"] = "11111111-1111-4111-8111-111111111111";
  if (type.name == "allocation") out["state"] = choices.byte() % 2 == 0 ? "active" : "allocating";
  if (choices.byte() % 2 == 0) out["node_uuid"] = "22222222-1111-4111-8111-111111111111";
  return out;
}

}  // namespace

static void feed_stored_record(std::string_view input) {
  draw choices{input};
  const auto types = record_types();
  const auto which = choices.below(types.size() + 1);
  if (which == types.size()) return read_outgoing(choices);
  auto document = choices.item(kept_documents("record_snapshot"));
  if (choices.byte() % 4 != 0) document[attributes_key] = attributes_of(types[which], choices);
  const auto text = bent_text(document, choices);
  check_round_trip(text, decode_record, encode_record);
  revived record{record_subject(types[which].name, "11111111-1111-4111-8111-111111111111")};
  if (!record.restore(text)) return;
  for (int times = 6; times > 0; --times) record.tell(order_for_record(choices));
}

static const ironbus::fuzz_target stored_record_target{"stored_record", feed_stored_record};
