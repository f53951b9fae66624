#include "actors/runtime/durations/duration_learner.hpp"

#include "actors/runtime/durations/save_durations.hpp"
#include "messages/base/text.hpp"
#include "messages/wire/envelope.hpp"
#include "messages/wire/events.hpp"

#include <algorithm>

namespace ironbus {

namespace {

constexpr size_t page_size = 1000;

const std::string cursor_aggregate{duration_cursor_aggregate};
const std::string cursor_id = "all";

}  // namespace

std::optional<std::pair<step_durations, double>> read_run(const event_record& event) {
  if (event.type != event::step_finished) return std::nullopt;
  const auto head = decode_envelope(event.body);
  const auto data = head ? parse_own_json(head->data.text()) : json{};
  if (!data || !data->is_object() || member_text(*data, "status") != "done") return std::nullopt;
  const auto seconds = data->find("seconds");
  auto kind = named_in_document(*data);
  if (kind.driver.empty() || kind.step.empty() || seconds == data->end() || !seconds->is_number())
    return std::nullopt;
  return std::pair{std::move(kind), seconds->get<double>()};
}

duration_learner::duration_learner(store& records, executor later)
    : records_{records}, later_{std::move(later)} {}

template <class T>
store_callback<T> duration_learner::then(void (duration_learner::*part)(result<T>)) {
  return [this, later = later_, part](result<T> given) {
    later([this, part, given = std::move(given)]() mutable { (this->*part)(std::move(given)); });
  };
}

void duration_learner::learn(ending done) {
  done_ = std::move(done);
  if (knows_kinds_) return load_cursor();
  query all;
  all.collection = step_durations_collection;
  all.limit = step_durations_max;
  records_.list(std::move(all), then(&duration_learner::listed_kinds));
}

void duration_learner::listed_kinds(result<std::vector<listed>> rows) {
  if (!rows) return end(false);
  for (auto& row : *rows) kinds_.insert(std::move(row.id));
  knows_kinds_ = true;
  load_cursor();
}

void duration_learner::load_cursor() {
  records_.load(cursor_aggregate, cursor_id, then(&duration_learner::cursor_loaded));
}

void duration_learner::cursor_loaded(result<stored> record) {
  if (!record && record.error().code != error_code::not_found) return end(false);
  cursor_version_ = record ? record->version : 0;
  const auto cursor = record ? parse_own_json(record->snapshot) : result<json>{json::object()};
  log_ = cursor && cursor->is_object() ? member_text(*cursor, "log") : std::string{};
  position_ = cursor && cursor->is_object() ? cursor->value("position", uint64_t{0}) : 0;
  records_.read_events({position_, {}, page_size}, then(&duration_learner::page_read));
}

void duration_learner::page_read(result<event_page> page) {
  if (!page) return end(false);
  if (page->log != log_) {  // another store's log: from its beginning, in the next round
    log_ = page->log;
    reached_ = 0;
    more_ = page->newest > 0;
    return save_cursor();
  }
  more_ = page->events.size() == page_size;
  reached_ = more_ ? page->events.back().position : page->newest;
  pending_kinds_.clear();
  for (const auto& event : page->events) {
    auto run = read_run(event.event);
    if (!run) continue;
    const auto key = key_of(run->first);
    auto known = std::find_if(pending_kinds_.begin(), pending_kinds_.end(),
                              [&](const runs_of_kind& x) { return key_of(x.kind) == key; });
    if (known == pending_kinds_.end())
      known = pending_kinds_.insert(known, runs_of_kind{std::move(run->first), {}});
    known->runs.emplace_back(event.position, run->second);
  }
  next_kind();
}

void duration_learner::next_kind() {
  while (!pending_kinds_.empty()) {
    const auto key = key_of(pending_kinds_.back().kind);
    if (kinds_.contains(key) || kinds_.size() < step_durations_max)
      return records_.load(std::string{step_durations_aggregate}, key,
                           then(&duration_learner::kind_loaded));
    pending_kinds_.pop_back();
  }
  if (reached_ == position_) return end(false);
  save_cursor();
}

void duration_learner::kind_loaded(result<stored> record) {
  if (!record && record.error().code != error_code::not_found) return end(false);
  auto& runs_of_kind = pending_kinds_.back();
  auto kind = runs_of_kind.kind;
  if (record)
    if (auto known = decode_stored<step_durations>(record->snapshot, "duration"))
      kind = *std::move(known);
  const auto learned = kind.log == log_ ? kind.position : 0;
  for (const auto& [position, seconds] : runs_of_kind.runs)
    if (position > learned) kind.taken.add(seconds);
  kind.log = log_;
  kind.position = std::max(learned, runs_of_kind.runs.back().first);
  kinds_.insert(key_of(kind));
  records_.apply(make_durations_commit(kind, record ? record->version : 0),
                 [this, later = later_](commit_result version) {
                   later([this, version = std::move(version)] { committed(version); });
                 });
}

/// Rejected: another process learns the same events. Continues from that process's position.
void duration_learner::committed(commit_result version) {
  if (!version) return end(false);
  pending_kinds_.pop_back();
  next_kind();
}

void duration_learner::save_cursor() {
  commit out;
  out.aggregate = cursor_aggregate;
  out.id = cursor_id;
  out.expected_version = cursor_version_;
  out.snapshot = to_text(json{{"log", log_}, {"position", reached_}});
  records_.apply(std::move(out), [this, later = later_](commit_result version) {
    later([this, saved = version.has_value()] { end(saved && more_); });
  });
}

void duration_learner::end(bool more) { std::exchange(done_, {})(more); }

}  // namespace ironbus
