#include "tests/unit/actors/catalog/record_fixture.hpp"

#include "messages/model/snapshot.hpp"

namespace ironbus::test {

reply record_fixture::tell(const record_message& message) {
  last_id_ = "m-" + std::to_string(++messages_);
  last_ = message;
  return decide();
}

reply record_fixture::repeat_last() { return decide(); }

reply record_fixture::decide() {
  context ctx{time_, drivers_, policy_, options_, "conductor-1"};
  ctx.reply_to = "client";
  ctx.correlation_id = last_id_;
  ctx.seen = seen;
  const auto* before = snapshot_ ? &*snapshot_ : nullptr;
  auto d = decide_record(type_, before, uuid, last_id_, last_, ctx);
  if (d.answer.refused || !d.changed) return d.answer;
  for (const auto& message : d.messages()) {
    if (message.routing_key == "client") {
      replies_[message.correlation_id] = decode_reply(message.body).value();
    } else if (message.exchange == routing::node_exchange) {
      const auto head = decode_envelope(message.body);
      published_.emplace_back(head->subject, decode_command(*head).value());
      published_ids_.push_back(head->id);
    }
  }
  question_ = d.question;
  // Through the codec, as in the store.
  if (before != nullptr || !d.next.attributes.empty())
    snapshot_ = decode_record(encode_record(d.next)).value();
  if (d.erased) snapshot_.reset();
  return d.answer;
}

reply record_fixture::create(json fields, int api_version) {
  return tell(record_command{create_record{std::move(fields), api_version}});
}

reply record_fixture::patch(const std::string& op, const std::string& path, json value) {
  return tell(record_command{update_record{{{op, path, std::move(value)}}, 115}});
}

std::vector<std::pair<std::string, command>> record_fixture::published() {
  return std::exchange(published_, {});
}

std::optional<reply> record_fixture::later(const std::string& id) const {
  const auto found = replies_.find(id);
  return found != replies_.end() ? std::optional{found->second} : std::nullopt;
}

std::string code_of_answer(const reply& x) {
  return x.refused ? std::string{to_string(x.refused->code)} : "accepted";
}

}  // namespace ironbus::test
