#include "actors/outbox.hpp"
#include "actors/runtime/acknowledge.hpp"
#include "actors/runtime/aggregate/aggregate_actor.hpp"
#include "messages/base/host_source.hpp"
#include "messages/platform/failpoint.hpp"
#include "messages/platform/log.hpp"

#include <caf/all.hpp>

// How an AGGREGATE commits a decision, and what it does if the store rejects the commit or does not
// answer.

namespace ironbus {

using runtime::local;

void aggregate_state::save(proposal proposal) {
  phase_ = phase::committing;
  proposal.saved.expected_version = version_;
  proposal.saved.epoch = me_.lease->epoch;
  change_ =
      change{std::move(proposal.answer), std::move(proposal.messages), std::move(proposal.question),
             std::move(proposal.reports), std::move(proposal.seen)};
  phase_began_ = steady_clock::now();
  traced_.commit_begins(env_->time);
  env_->counters.largest_snapshot.raise_to(static_cast<int64_t>(proposal.saved.snapshot.size()));
  failpoint("before_commit");
  env_->records.apply(std::move(proposal.saved),
                      [aggregate_actor = runtime::aggregate_actor{self_}](commit_result version) {
                        caf::anon_send(aggregate_actor,
                                       local{runtime::committed{std::move(version)}});
                      });
}

void aggregate_state::on_committed(const commit_result& version) {
  if (!version) return commit_failed(version.error());
  failpoint("after_commit");
  ++env_->counters.commits;
  env_->counters.commit_seconds.observe_since(phase_began_);
  version_ = *version;
  known_ = true;
  if (const auto left = it_->accept()) env_->nodes.count(*left);
  env_->nodes.count(std::move(change_->seen));
  tell(std::move(change_->reports));
  traced_.commit_ends(env_->time);
  traced_.end(env_->time);
  answer(*env_, *queue_.front(), change_->answer);  // committed: clients may get the answer
  publish(std::move(change_->messages));
}

void aggregate_state::tell(decision_reports what) const {
  for (auto& x : what.logs) {
    for (auto& field : x.fields)
      if (field.key.name == log_key::revision.name) field.value = std::to_string(version_);
    log::write(x.how, std::move(x.message), std::move(x.fields));
  }
  for (auto& x : what.spans) tracing::write(std::move(x));
}

void aggregate_state::commit_failed(const commit_failure& why) {
  auto reports = change_ ? std::move(change_->reports) : decision_reports{};
  change_.reset();
  phase_ = phase::idle;
  switch (why.code) {
    case error_code::conflict:
      if (const auto taken = why.taken.value_or(unique_key{});
          !it_->retries_on_conflict(*queue_.front(), taken))
        reject_front(duplicate_of(taken));
      return proceed();
    case error_code::fenced:
      ++env_->counters.stale_commits;
      self_->send(me_.shard, local{runtime::fenced{me_.lease->epoch}});
      return leave();
    case error_code::unavailable: return commit_unavailable(why, std::move(reports));
    default:
      ++env_->counters.stale_commits;
      forget();
      return load();
  }
}

void aggregate_state::commit_unavailable(const failure& why, decision_reports reports) {
  forget();
  if (why.nothing_done) return store_failed(why);  // clients need not wait any longer
  // The commit may have been applied. The store's state decides, once it answers again and can no
  // longer apply the commit.
  commit_in_doubt_ = std::move(reports);
  doubted_epoch_ = me_.lease->epoch;
  ask_for_new_epoch();
  pause(why);
}

/// Afterwards the store rejects everything sent under the old epoch.
void aggregate_state::ask_for_new_epoch() {
  self_->send(me_.shard, local{runtime::in_doubt{me_.subject, me_.number, *doubted_epoch_}});
}

}  // namespace ironbus
