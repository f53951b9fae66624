// A damaged node from the store: rejected, or read as a node that is written unchanged. The
// conductor survives all messages to it.
#include "messages/model/snapshot.hpp"
#include "tests/fuzz/bent_text.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/fuzz/revived.hpp"
#include "tests/fuzz/round_trip.hpp"
#include "tests/unit/actors/node/exhaustive/situation.hpp"

namespace {

using namespace ironbus;

std::string kept_or_lived(draw& choices) {
  if (choices.byte() % 4 == 0) return to_text(choices.item(kept_documents("node_snapshot")));
  return lived_node(choices);
}

void tell_of_everything(const std::string& text, const node_snapshot& before, draw& choices) {
  const auto all = test::incidents_for(before);
  revived node{lived_node_uuid};
  if (!node.restore(text)) return;
  node.tell(node_message{taken_over{}});
  for (int times = 3; times > 0; --times) node.tell(choices.item(all).message);
  for (int times = 2; times > 0; --times) node.tell(node_message{deadline_passed{}});
}

}  // namespace

static void feed_stored_node(std::string_view input) {
  draw choices{input};
  const auto before = kept_or_lived(choices);
  const auto text = bent_text(json::parse(before), choices);
  check_round_trip(text, decode_snapshot, encode_snapshot);
  if (const auto known = decode_snapshot(before); known && !known->attributes.uuid.empty())
    tell_of_everything(text, *known, choices);
}

static const ironbus::fuzz_target stored_node_target{"stored_node", feed_stored_node};
