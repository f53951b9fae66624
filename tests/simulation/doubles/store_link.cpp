#include "tests/simulation/doubles/store_link.hpp"

#include "tests/simulation/doubles/simulated_store.hpp"
#include "tests/simulation/doubles/store_session.hpp"

namespace ironbus::simulation {

namespace {

const std::monostate done_well{};

}  // namespace

store_link::store_link(std::string process, simulated_store& server, event_loop& loop,
                       random_stream random)
    : session_{std::make_shared<store_session>(std::move(process), server, loop, random)} {
  server.add(session_);
  session_->open();
}

store_link::~store_link() { session_->end(); }

template <class Result, class Work>
void store_link::send(std::function<void(Result)> done, Work work) {
  session_->send(
      std::make_shared<typed_store_request<Result, Work>>(std::move(work), std::move(done)));
}

void store_link::apply(commit x, commit_callback done) {
  auto given = std::make_shared<const commit>(std::move(x));
  send<commit_result>(std::move(done), [given = std::move(given)](store_state& content) {
    return content.apply(given);
  });
}

void store_link::mark_published(std::string aggregate, std::string id, uint64_t version) {
  send<result<std::monostate>>(
      {}, [aggregate = std::move(aggregate), id = std::move(id), version](store_state& content) {
        content.mark_published(aggregate, id, version);
        return done_well;
      });
}

void store_link::acquire_shard(uint32_t shard, callback<uint64_t> done) {
  send<result<uint64_t>>(std::move(done),
                         [shard](store_state& content) { return content.acquire_shard(shard); });
}

void store_link::attention_of(std::string aggregate, uint32_t shard,
                              callback<std::vector<attention>> done) {
  send<result<std::vector<attention>>>(
      std::move(done), [aggregate = std::move(aggregate), shard](store_state& content) {
        return content.attention_of(aggregate, shard);
      });
}

void store_link::load(std::string aggregate, std::string id, callback<stored> done) {
  send<result<stored>>(std::move(done),
                       [aggregate = std::move(aggregate), id = std::move(id)](
                           store_state& content) { return content.load(aggregate, id); });
}

void store_link::resolve(unique_key key, callback<std::string> done) {
  send<result<std::string>>(std::move(done), [key = std::move(key)](store_state& content) {
    return content.resolve(key);
  });
}

void store_link::list(query x, callback<std::vector<listed>> done) {
  send<result<std::vector<listed>>>(std::move(done), [asked = std::move(x)](store_state& content) {
    return content.list(asked);
  });
}

void store_link::count(std::string collection, std::string column, std::vector<std::string> values,
                       callback<std::vector<uint64_t>> done) {
  send<result<std::vector<uint64_t>>>(
      std::move(done),
      [collection = std::move(collection), column = std::move(column), values = std::move(values)](
          store_state& content) { return content.count(collection, column, values); });
}

void store_link::announce(member x, std::chrono::milliseconds ttl, callback<std::monostate> done) {
  send<result<std::monostate>>(std::move(done), [given = std::move(x), ttl](store_state& content) {
    return content.announce(given, ttl);
  });
}

void store_link::withdraw(std::string name, std::string incarnation) {
  send<result<std::monostate>>(
      {}, [name = std::move(name), incarnation = std::move(incarnation)](store_state& content) {
        content.withdraw(name, incarnation);
        return done_well;
      });
}

void store_link::members(callback<std::vector<member>> done) {
  send<result<std::vector<member>>>(std::move(done),
                                    [](store_state& content) { return content.members(); });
}

void store_link::claim_step(std::string key, std::string owner, claim_purpose purpose,
                            callback<step_claim> done) {
  send<result<step_claim>>(std::move(done), [key = std::move(key), owner = std::move(owner),
                                             purpose](store_state& content) {
    return content.claim_step(key, owner, purpose);
  });
}

void store_link::read_claim(std::string key, callback<step_claim> done) {
  send<result<step_claim>>(std::move(done), [key = std::move(key)](store_state& content) {
    return content.read_claim(key);
  });
}

void store_link::take_over_step(std::string key, std::string dead_owner, std::string owner,
                                callback<step_claim> done) {
  send<result<step_claim>>(
      std::move(done),
      [key = std::move(key), dead_owner = std::move(dead_owner), owner = std::move(owner)](
          store_state& content) { return content.take_over_step(key, dead_owner, owner); });
}

void store_link::finish_step(std::string key, std::string owner, std::string outcome,
                             callback<std::monostate> done) {
  send<result<std::monostate>>(
      std::move(done),
      [key = std::move(key), owner = std::move(owner), outcome = std::move(outcome)](
          store_state& content) { return content.finish_step(key, owner, outcome); });
}

void store_link::read_events(event_query x, callback<event_page> done) {
  send<result<event_page>>(std::move(done), [asked = std::move(x)](store_state& content) {
    return content.read_events(asked);
  });
}

void store_link::trim_events(event_retention x, callback<trimmed_events> done) {
  send<result<trimmed_events>>(std::move(done),
                               [x](store_state& content) { return content.trim_events(x); });
}

void store_link::ping(callback<std::monostate> done) {
  send<result<std::monostate>>(std::move(done), [](store_state&) { return done_well; });
}

void store_link::try_write(callback<std::monostate> done) {
  send<result<std::monostate>>(std::move(done),
                               [](store_state& content) { return content.try_write(); });
}

void store_link::on_restart(std::function<void(const store_restart&)> listen) {
  session_->on_restart(std::move(listen));
}

std::string store_link::durability() const { return "process: a simulated store"; }

void store_link::cut() { session_->cut(); }
void store_link::heal() { session_->heal(); }
void store_link::end() { session_->end(); }
void store_link::set_paused(bool paused) { session_->set_paused(paused); }
bool store_link::connected() const { return session_->connected(); }

}  // namespace ironbus::simulation
