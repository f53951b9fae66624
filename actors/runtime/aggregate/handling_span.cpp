#include "actors/runtime/aggregate/handling_span.hpp"

#include "messages/model/snapshot.hpp"

namespace ironbus {

namespace {

/// "node set_provision_state", "node step.outcome", "allocation create_record".
std::string name_of(const inbound& message) {
  const auto record = split_subject(message.subject).first;
  auto type = std::string_view{message.type};
  for (const std::string_view prefix : {"ironbus.", "command."})
    if (type.starts_with(prefix)) type.remove_prefix(prefix.size());
  return std::string{record.empty() ? "node" : record} + " " + std::string{type};
}

tracing::attribute subject_of(const inbound& message) {
  const bool is_node = split_subject(message.subject).first.empty();
  return {is_node ? trace_key::node : trace_key::record, message.subject};
}

}  // namespace

void handling_span::begin(const inbound& message, const trace_context& work, const clock& time) {
  whole_ = tracing::span_in(message.trace, child_of(message.trace, message.id), name_of(message),
                            tracing::kind::consumer, time.now());
  whole_->attributes = {subject_of(message),
                        {trace_key::message_id, message.id},
                        {trace_key::message_type, message.type}};
  if (!message.request_id.empty())
    whole_->attributes.push_back({trace_key::request_id, message.request_id});
  if (work.is_set() && work.trace != message.trace.trace) whole_->links.push_back(work);
}

void handling_span::commit_begins(const clock& time) {
  if (whole_) commit_began_ = time.now();
}

void handling_span::commit_ends(const clock& time) {
  if (!whole_) return;
  auto commit = tracing::span_in(whole_->self, child_of(whole_->self, "commit"), "commit",
                                 tracing::kind::internal, commit_began_);
  commit.end = time.now();
  commit.attributes = {whole_->attributes.front()};
  tracing::write(std::move(commit));
}

void handling_span::end(const clock& time, const std::optional<failure>& refused) {
  if (!whole_) return;
  whole_->end = time.now();
  if (refused) {
    whole_->error = refused->message;
    whole_->attributes.push_back({trace_key::error_type, std::string{to_string(refused->code)}});
  }
  tracing::write(std::move(*whole_));
  whole_.reset();
}

}  // namespace ironbus
