#include "actors/runtime/rule_actor.hpp"

#include "messages/model/record.hpp"
#include "messages/model/snapshot.hpp"

#include <caf/all.hpp>

namespace ironbus::inspection {

using runtime::local;

namespace {

using namespace std::chrono_literals;

/// Pause between two complete readings, in case an event was lost.
constexpr std::chrono::milliseconds read_again_after = 60s;
constexpr std::chrono::milliseconds retry_after = 500ms;

}  // namespace

runtime::rule_actor::behavior_type rule_state::start(const rule_source* source) {
  source_ = source;
  read_all();
  return {
      [this](const local<runtime::check>& x) {
        if (x->generation == generation_) read_all();
      },
      [this](const local<runtime::connected>&) { read_all(); },  // events in between are lost
      // The store may have lost rules that were read.
      [this](const local<runtime::store_restarted>&) { read_all(); },
      [this](const local<runtime::record_changed>& x) { read_one(x->subject); },
      [this](const local<runtime::record_read>& x) { take_one(x->subject, x->record); },
      [this](const local<runtime::page_read>& x) { take_page(x->rows); },
  };
}

void rule_state::check_after(std::chrono::milliseconds delay) {
  self_->delayed_send(self_, delay, local{runtime::check{++generation_}});
}

// -- all of them ----------------------------------------------------------------------------------

void rule_state::read_all() {
  again_ = reading_;
  if (reading_) return;
  reading_ = true;
  changes_then_ = changes_;
  all_.clear();
  read_page({});
}

void rule_state::read_page(std::string marker) {
  query page;
  page.collection = find_record_type(rule_type)->collection;
  page.marker = std::move(marker);
  page.with_snapshot = true;
  page_size_ = page.limit;
  source_->records.list(
      std::move(page), [rule_actor = runtime::rule_actor{self_}](result<std::vector<listed>> rows) {
        caf::anon_send(rule_actor, local{runtime::page_read{std::move(rows)}});
      });
}

void rule_state::take_page(const result<std::vector<listed>>& rows) {
  if (!rows) {
    reading_ = false;
    return check_after(retry_after);
  }
  for (const auto& row : *rows)
    if (const auto record = decode_record(row.snapshot)) all_.push_back(record->attributes);
  if (rows->size() == page_size_) return read_page(rows->back().id);
  take_all();
}

void rule_state::take_all() {
  reading_ = false;
  const auto spoilt = source_->rules.replace(std::exchange(all_, {}));
  if (spoilt > 0)
    source_->report(std::to_string(spoilt) +
                    " stored inspection rules are skipped: they are invalid.");
  // the result may be outdated already
  if (again_ || changes_ != changes_then_) return read_all();
  check_after(read_again_after);
}

// -- one ------------------------------------------------------------------------------------------

/// The store knows its current state.
void rule_state::read_one(const std::string& subject) {
  ++changes_;
  source_->records.load(
      "record", subject, [rule_actor = runtime::rule_actor{self_}, subject](result<stored> found) {
        caf::anon_send(rule_actor, local{runtime::record_read{subject, std::move(found)}});
      });
}

void rule_state::take_one(const std::string& subject, const result<stored>& found) {
  if (!found && found.error().code != error_code::not_found) return read_all();
  const auto uuid = std::string{split_subject(subject).second};
  if (!found || found->erased) return source_->rules.remove(uuid);
  const auto record = decode_record(found->snapshot);
  if (!record) return;
  if (const auto taken = source_->rules.put(record->attributes); !taken)
    source_->report("The stored inspection rule " + record->attributes.value("uuid", "") +
                    " is skipped: " + taken.error().message);
}

runtime::rule_actor::behavior_type rule_behavior(rule_state::pointer self,
                                                 const rule_source* source) {
  return self->state.start(source);
}

}  // namespace ironbus::inspection
