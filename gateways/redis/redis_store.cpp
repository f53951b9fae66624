#include "gateways/redis/redis_store.hpp"

#include "gateways/redis/recorded_damage.hpp"
#include "gateways/redis/redis_list.hpp"
#include "gateways/redis/redis_pipeline.hpp"
#include "gateways/redis/redis_replies.hpp"
#include "gateways/redis/unfinished_restore.hpp"

namespace ironbus {

using namespace redis;

namespace {

/// How long to keep a step claim, in seconds: a day.
const std::string claim_kept = "86400";
/// How long to keep the key of a write test.
const std::string write_test_kept = "60";

}  // namespace

result<std::unique_ptr<redis_store>> redis_store::open(const redis_options& options) {
  auto target = target_of(options);
  if (!target) return tl::unexpected<failure>(target.error());
  return std::unique_ptr<redis_store>{
      new redis_store{std::make_unique<pipeline>(*std::move(target), options), options.prefix}};
}

redis_store::redis_store(std::unique_ptr<redis::pipeline> pipeline, std::string prefix)
    : prefix_{std::move(prefix)},
      astray_{std::make_unique<dangling_entries>()},
      damage_{std::make_unique<recorded_damage>()},
      pipeline_{std::move(pipeline)} {}

redis_store::~redis_store() = default;

std::string redis_store::key(std::initializer_list<std::string_view> parts) const {
  auto text = prefix_;
  for (auto part : parts) text += part;
  return text;
}

void redis_store::apply(commit commit, commit_callback done) {
  auto version = commit.expected_version + 1;
  pipeline_->put({&commit_script, commit_arguments(std::move(commit)),
                  [this, version, done = std::move(done)](answer got) {
                    pipeline_->note_write(write_number(got));
                    done(read_commit(got, version));
                  }});
}

void redis_store::mark_published(std::string aggregate, std::string id, uint64_t version) {
  // If the mark is lost, the outbox is only published again.
  pipeline_->put({&mark_published_script,
                  {std::move(aggregate), std::move(id), std::to_string(version)},
                  [](answer) {}});
}

void redis_store::load(std::string aggregate, std::string id, callback<stored> done) {
  auto command = record_command(key({"rec:", aggregate, ":", id}));
  pipeline_->put({nullptr, std::move(command),
                  [aggregate = std::move(aggregate), id = std::move(id),
                   done = std::move(done)](answer x) { done(read_record(x, aggregate, id)); }});
}

void redis_store::resolve(unique_key key, callback<std::string> done) {
  std::vector<std::string> command{"HGET", this->key({"uniq:", key.space}), key.value};
  pipeline_->put(
      {nullptr, std::move(command), [key = std::move(key), done = std::move(done)](answer answer) {
         if (!answer) return done(tl::unexpected<failure>(answer.error()));
         auto owner = text_of(*answer);
         if (owner.empty())
           return done(fail(error_code::not_found, "Not held: " + key.space + " " + key.value));
         done(std::string{owner.substr(owner.find(':') + 1)});
       }});
}

void redis_store::list(query x, callback<std::vector<listed>> done) {
  list_rows(*pipeline_, *astray_, std::move(x), std::move(done));
}

void redis_store::count(std::string collection, std::string column, std::vector<std::string> values,
                        callback<std::vector<uint64_t>> done) {
  std::vector<std::string> args{std::move(collection), std::move(column)};
  args.insert(args.end(), values.begin(), values.end());
  pipeline_->put({&count_script, std::move(args),
                  [done = std::move(done)](answer x) { done(read_counts(x)); }});
}

void redis_store::acquire_shard(uint32_t shard, callback<uint64_t> done) {
  pipeline_->put({&acquire_script, {std::to_string(shard)}, [done = std::move(done)](answer x) {
                    if (!x) return done(tl::unexpected<failure>(x.error()));
                    done(static_cast<uint64_t>((*x)->integer));
                  }});
}

void redis_store::attention_of(std::string aggregate, uint32_t shard,
                               callback<std::vector<attention>> done) {
  pipeline_->put({nullptr,
                  {"HGETALL", key({"att:", aggregate, ":", std::to_string(shard)})},
                  [done = std::move(done)](answer x) { done(read_attention(x)); }});
}

void redis_store::announce(member member, std::chrono::milliseconds ttl,
                           callback<std::monostate> done) {
  std::vector<std::string> args{member.name, member.incarnation, std::move(member.description),
                                std::to_string(ttl.count())};
  pipeline_->put({&announce_script, std::move(args),
                  [name = std::move(member.name), done = std::move(done)](answer got) {
                    if (got && (*got)->integer == 0)
                      return done(
                          fail(error_code::conflict, "A newer process uses the name " + name));
                    done(read_done(got));
                  }});
}

void redis_store::withdraw(std::string name, std::string incarnation) {
  pipeline_->put({&withdraw_script, {std::move(name), std::move(incarnation)}, [](answer) {}});
}

void redis_store::members(callback<std::vector<member>> done) {
  pipeline_->put(
      {&members_script, {}, [done = std::move(done)](answer x) { done(read_members(x)); }});
}

/// The answer contains the number of the write, so that the pipeline knows all writes reported as
/// done.
void redis_store::write_claim(const redis::script& script, std::vector<std::string> args,
                              std::function<void(result<const redisReply*>)> done) {
  pipeline_->put({&script, std::move(args), [this, done = std::move(done)](answer got) {
                    pipeline_->note_write(write_number(got));
                    done(got);
                  }});
}

void redis_store::claim_step(std::string key, std::string owner, claim_purpose purpose,
                             callback<step_claim> done) {
  write_claim(claim_script,
              {std::move(key), std::move(owner), claim_kept,
               purpose == claim_purpose::begin ? "begin" : "keep"},
              [done = std::move(done)](answer x) { done(redis::read_claim(x)); });
}

void redis_store::read_claim(std::string key, callback<step_claim> done) {
  auto place = this->key({"claim:", key});
  pipeline_->put({nullptr,
                  {"HMGET", std::move(place), "owner", "outcome"},
                  [key = std::move(key), done = std::move(done)](answer x) {
                    done(read_claim_if_any(x, key));
                  }});
}

void redis_store::take_over_step(std::string key, std::string dead_owner, std::string owner,
                                 callback<step_claim> done) {
  write_claim(take_over_script,
              {std::move(key), std::move(dead_owner), std::move(owner), claim_kept},
              [done = std::move(done)](answer x) { done(redis::read_claim(x)); });
}

void redis_store::finish_step(std::string key, std::string owner, std::string outcome,
                              callback<std::monostate> done) {
  std::vector<std::string> args{key, owner, outcome, claim_kept};
  write_claim(finish_script, std::move(args),
              [key = std::move(key), want = step_claim{std::move(owner), std::move(outcome)},
               done = std::move(done)](answer x) { done(read_finish(x, key, want)); });
}

void redis_store::read_events(event_query asked, callback<event_page> done) {
  pipeline_->put({&read_events_script,
                  {std::to_string(asked.after), std::to_string(asked.limit),
                   std::move(asked.subject), asked.with_size ? "1" : ""},
                  [done = std::move(done)](answer got) { done(read_event_page(got)); }});
}

void redis_store::trim_events(event_retention kept, callback<trimmed_events> done) {
  const auto since = std::chrono::floor<std::chrono::milliseconds>(kept.since).time_since_epoch();
  pipeline_->put({&trim_events_script,
                  {std::to_string(since.count()), std::to_string(kept.bytes_max),
                   std::to_string(events_trimmed_at_once)},
                  [done = std::move(done)](answer got) { done(read_trimmed(got)); }});
}

void redis_store::ping(callback<std::monostate> done) {
  pipeline_->put({nullptr,
                  {"MGET", key({restore_mark}), key({damage_mark})},
                  [this, done = std::move(done)](answer x) {
                    if (!x) return done(tl::unexpected<failure>(x.error()));
                    const auto marks = elements_of(*x);
                    const auto damage = string_at(marks, 1);
                    damage_->see(!damage.empty());
                    if (!string_at(marks, 0).empty())
                      return done(fail(error_code::unavailable, unfinished_text));
                    if (!damage.empty()) return done(fail(error_code::unavailable, damage));
                    done(std::monostate{});
                  }});
}

void redis_store::on_restart(std::function<void(const store_restart&)> listen) {
  pipeline_->on_restart(std::move(listen));
}

void redis_store::try_write(callback<std::monostate> done) {
  pipeline_->put({nullptr,
                  {"SET", key({"write_test"}), "1", "EX", write_test_kept},
                  [this, done = std::move(done)](answer x) mutable {
                    if (!x) return done(tl::unexpected<failure>(x.error()));
                    ping(std::move(done));  // Also reports recorded damage.
                  }});
}

std::string redis_store::durability() const { return pipeline_->durability(); }

}  // namespace ironbus
