#include "messages/ports/forwarding_store.hpp"

#include <optional>
#include <utility>

namespace ironbus {

namespace {

/// Keeps the outcome where both the answer and its replacement can reach it.
template <class Outcome, class Wrap>
std::function<void(Outcome)> wrapped(std::function<void(Outcome)> done, const Wrap& wrap) {
  auto kept = std::make_shared<std::optional<Outcome>>();
  auto given = wrap([kept, done = std::move(done)] { done(std::move(**kept)); });
  return [kept = std::move(kept), given = std::move(given)](Outcome outcome) {
    kept->emplace(std::move(outcome));
    given();
  };
}

}  // namespace

template <class Call, class Done>
void forwarding_store::pass_on(const Call& call, Done done) {
  auto admitted = admit();
  switch (admitted.is) {
    case admission::verdict::dropped: return;
    case admission::verdict::failed: return done(tl::unexpected<failure>(std::move(admitted.why)));
    case admission::verdict::passed: break;
  }
  if (admitted.wrap) done = wrapped(std::move(done), admitted.wrap);
  if (!admitted.pass) return call(std::move(done));
  call([pass = std::move(admitted.pass), done = std::move(done)](auto outcome) {
    done(std::move(outcome));
  });
}

template <class Call>
void forwarding_store::pass_on(const Call& call) {
  if (const auto admitted = admit(); admitted.is == admission::verdict::passed) call();
}

void forwarding_store::apply(commit x, commit_callback done) {
  pass_on([&](auto then) { inner_.apply(std::move(x), std::move(then)); }, std::move(done));
}

void forwarding_store::mark_published(std::string aggregate, std::string id, uint64_t version) {
  pass_on([&] { inner_.mark_published(std::move(aggregate), std::move(id), version); });
}

void forwarding_store::acquire_shard(uint32_t shard, callback<uint64_t> done) {
  pass_on([&](auto then) { inner_.acquire_shard(shard, std::move(then)); }, std::move(done));
}

void forwarding_store::attention_of(std::string aggregate, uint32_t shard,
                                    callback<std::vector<attention>> done) {
  pass_on([&](auto then) { inner_.attention_of(std::move(aggregate), shard, std::move(then)); },
          std::move(done));
}

void forwarding_store::load(std::string aggregate, std::string id, callback<stored> done) {
  pass_on([&](auto then) { inner_.load(std::move(aggregate), std::move(id), std::move(then)); },
          std::move(done));
}

void forwarding_store::resolve(unique_key key, callback<std::string> done) {
  pass_on([&](auto then) { inner_.resolve(std::move(key), std::move(then)); }, std::move(done));
}

void forwarding_store::list(query x, callback<std::vector<listed>> done) {
  pass_on([&](auto then) { inner_.list(std::move(x), std::move(then)); }, std::move(done));
}

void forwarding_store::count(std::string collection, std::string column,
                             std::vector<std::string> values,
                             callback<std::vector<uint64_t>> done) {
  pass_on(
      [&](auto then) {
        inner_.count(std::move(collection), std::move(column), std::move(values), std::move(then));
      },
      std::move(done));
}

void forwarding_store::announce(member x, std::chrono::milliseconds ttl,
                                callback<std::monostate> done) {
  pass_on([&](auto then) { inner_.announce(std::move(x), ttl, std::move(then)); }, std::move(done));
}

void forwarding_store::withdraw(std::string name, std::string incarnation) {
  pass_on([&] { inner_.withdraw(std::move(name), std::move(incarnation)); });
}

void forwarding_store::members(callback<std::vector<member>> done) {
  pass_on([&](auto then) { inner_.members(std::move(then)); }, std::move(done));
}

void forwarding_store::claim_step(std::string key, std::string owner, claim_purpose purpose,
                                  callback<step_claim> done) {
  pass_on(
      [&](auto then) {
        inner_.claim_step(std::move(key), std::move(owner), purpose, std::move(then));
      },
      std::move(done));
}

void forwarding_store::read_claim(std::string key, callback<step_claim> done) {
  pass_on([&](auto then) { inner_.read_claim(std::move(key), std::move(then)); }, std::move(done));
}

void forwarding_store::take_over_step(std::string key, std::string dead_owner, std::string owner,
                                      callback<step_claim> done) {
  pass_on(
      [&](auto then) {
        inner_.take_over_step(std::move(key), std::move(dead_owner), std::move(owner),
                              std::move(then));
      },
      std::move(done));
}

void forwarding_store::finish_step(std::string key, std::string owner, std::string outcome,
                                   callback<std::monostate> done) {
  pass_on(
      [&](auto then) {
        inner_.finish_step(std::move(key), std::move(owner), std::move(outcome), std::move(then));
      },
      std::move(done));
}

void forwarding_store::read_events(event_query x, callback<event_page> done) {
  pass_on([&](auto then) { inner_.read_events(std::move(x), std::move(then)); }, std::move(done));
}

void forwarding_store::trim_events(event_retention x, callback<trimmed_events> done) {
  pass_on([&](auto then) { inner_.trim_events(x, std::move(then)); }, std::move(done));
}

void forwarding_store::ping(callback<std::monostate> done) {
  pass_on([&](auto then) { inner_.ping(std::move(then)); }, std::move(done));
}

void forwarding_store::try_write(callback<std::monostate> done) {
  pass_on([&](auto then) { inner_.try_write(std::move(then)); }, std::move(done));
}

}  // namespace ironbus
