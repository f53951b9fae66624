#include "ops/ironbusd/store_tools/rekey.hpp"

#include "messages/base/json.hpp"
#include "ops/ironbusd/store_tools/key_record.hpp"
#include "ops/ironbusd/store_tools/sealed_maintenance.hpp"

namespace ironbus::daemon {

namespace {

using edit_result = result<std::optional<stored_aggregate>>;

/// Adds the secrets of an aggregate; none of them is shown.
void count_aggregate(stored_aggregate aggregate, sealing::key_counts& out) {
  (void)change_texts(aggregate, [&](std::string text, const std::string&) -> result<std::string> {
    sealing::count_secrets(text, out);
    return text;
  });
}

bool same_texts(const stored_aggregate& now, const stored_aggregate& next) {
  if (now.snapshot != next.snapshot) return false;
  for (size_t i = 0; i < now.outbox.size(); ++i)
    if (now.outbox[i].entry != next.outbox[i].entry) return false;
  for (size_t i = 0; i < now.rows.size(); ++i)
    if (now.rows[i].content.summary != next.rows[i].content.summary) return false;
  return true;
}

/// Renews one aggregate after another. Failures leave an aggregate as it is.
class renewal {
public:
  renewal(const secret_box& box, std::string forget) : box_{box}, forget_{std::move(forget)} {}

  edit_result renew(const stored_aggregate& now) {
    auto next = now;
    const auto done = change_texts(next, [&](std::string text, const std::string& place) {
      if (!forget_.empty()) text = sealing::forget_secrets(std::move(text), forget_);
      return sealing::renew_secrets(std::move(text), box_, place);
    });
    if (!done) return note(now, done.error());
    if (same_texts(now, next)) return std::nullopt;
    written_.insert(now.aggregate + ":" + now.id);
    return next;
  }

  uint64_t rewritten() const { return written_.size(); }
  uint64_t failures() const { return failed_.size(); }
  const std::string& first_failure() const { return first_failure_; }

private:
  edit_result note(const stored_aggregate& now, const failure& why) {
    const auto owner = now.aggregate + ":" + now.id;
    if (failed_.empty()) first_failure_ = owner + ": " + why.message;
    failed_.insert(owner);
    return std::nullopt;
  }

  const secret_box& box_;
  const std::string forget_;
  std::set<std::string> written_;
  std::set<std::string> failed_;
  std::string first_failure_;
};

/// The ids that are still used, and that of the first key.
std::set<std::string> used_ids(const rekey_report& report) {
  std::set<std::string> out;
  for (const auto* counts : {&report.counts, &report.step_counts})
    for (const auto& [id, count] : *counts) out.insert(id);
  out.insert(report.writing_id);
  return out;
}

/// Replaces the snapshot of the record of keys.
template <class Change>
result<std::monostate> change_record(store_maintenance& target, const Change& change) {
  return target.rewrite([&](const stored_aggregate& now) -> edit_result {
    if (now.aggregate != secret_keys_aggregate) return std::nullopt;
    auto next = now;
    next.snapshot = change(now.snapshot);
    if (next.snapshot == now.snapshot) return std::nullopt;
    return next;
  });
}

/// The store's record must have the first key before a value is encrypted with it.
result<std::monostate> prepare_record(store_maintenance& target, const secret_box& box,
                                      const std::set<std::string>& recorded, bool forgets) {
  if (!box.writes() || recorded.contains(box.writing_id())) return {};
  if (recorded.empty() || !forgets)
    return fail(error_code::conflict,
                target.name() + ": no process has started with the first key '" + box.writing_id() +
                    "' yet. Restart all processes with this key file, then run this again");
  return change_record(
      target, [&](const std::string& snapshot) { return with_writing_key(snapshot, box); });
}

std::string count_line(const std::string& id, uint64_t count) {
  return "  " + (id.empty() ? std::string{"in clear"} : "key " + id) + ": " +
         std::to_string(count) + "\n";
}

std::string days_of(std::chrono::seconds x) {
  return std::to_string(std::chrono::ceil<std::chrono::days>(x).count()) + " days";
}

}  // namespace

std::string rekey_report::as_text(std::chrono::seconds log_kept) const {
  auto out = store + ": " + std::to_string(records) + " records, " + std::to_string(rewritten) +
             " rewritten, " + std::to_string(failures) + " failures\n";
  if (!first_failure.empty()) out += "  " + first_failure + "\n";
  out += "secrets in records\n";
  for (const auto& [id, count] : counts) out += count_line(id, count);
  if (!step_counts.empty()) out += "secrets in outcomes of steps, kept for a day\n";
  for (const auto& [id, count] : step_counts) out += count_line(id, count);
  const auto used = used_ids(*this);
  for (const auto& id : recorded)
    out += "key " + id +
           (used.contains(id)
                ? ": needed\n"
                : ": no longer needed to start. Decisions in the event log may need it for " +
                      days_of(log_kept) + "; then remove it from the file\n");
  return out;
}

std::string rekey_report::as_json() const {
  const auto used = used_ids(*this);
  auto removable = json::array();
  for (const auto& id : recorded)
    if (!used.contains(id)) removable.push_back(id);
  return to_text(json{{"store", store},
                      {"writes_with", writing_id},
                      {"records", records},
                      {"rewritten", rewritten},
                      {"failures", failures},
                      {"first_failure", first_failure},
                      {"secrets", counts},
                      {"step_secrets", step_counts},
                      {"removable", std::move(removable)}}) +
         "\n";
}

result<rekey_report> count_store_secrets(store_maintenance& target, const secret_box* box) {
  rekey_report out;
  out.store = target.name();
  if (box != nullptr) out.writing_id = box->writing_id();
  const auto read = target.read([&](const stored_item& item) -> result<std::monostate> {
    if (const auto* step = std::get_if<stored_step_claim>(&item))
      sealing::count_secrets(step->claim.outcome, out.step_counts);
    const auto* aggregate = std::get_if<stored_aggregate>(&item);
    if (aggregate == nullptr) return {};
    ++out.records;
    if (aggregate->aggregate == secret_keys_aggregate)
      out.recorded = recorded_key_ids(aggregate->snapshot);
    else
      count_aggregate(*aggregate, out.counts);
    return {};
  });
  if (!read) return tl::unexpected(read.error());
  return out;
}

result<rekey_report> renew_store_secrets(store_maintenance& target, const secret_box& box,
                                         const std::string& forget) {
  const auto before = count_store_secrets(target, &box);
  if (!before) return before;
  if (auto ready = prepare_record(target, box, before->recorded, !forget.empty()); !ready)
    return tl::unexpected(ready.error());
  renewal work{box, forget};
  const auto rewritten =
      target.rewrite([&](const stored_aggregate& now) { return work.renew(now); });
  if (!rewritten) return tl::unexpected(rewritten.error());
  auto after = count_store_secrets(target, &box);
  if (!after) return after;
  const auto recorded = change_record(target, [&](const std::string& snapshot) {
    return with_key_ids(snapshot, used_ids(*after));
  });
  if (!recorded) return tl::unexpected(recorded.error());
  after->rewritten = work.rewritten();
  after->failures = work.failures();
  after->first_failure = work.first_failure();
  return after;
}

}  // namespace ironbus::daemon
