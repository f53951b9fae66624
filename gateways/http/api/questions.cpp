#include "gateways/http/api/questions.hpp"

#include "gateways/http/services/services.hpp"
#include "gateways/http/services/write_probe.hpp"

#include <atomic>

namespace ironbus::http {

namespace {

/// Collects the answers to several questions, which arrive on any threads. The last answer
/// completes it.
template <class T>
class answer_collector {
public:
  using answer = std::vector<std::optional<T>>;

  answer_collector(size_t count, std::function<void(result<answer>)> done)
      : got_(count), left_{count}, done_{std::move(done)} {}

  void take(size_t place, result<T> one) {
    if (one) got_[place] = std::move(*one);
    if (left_.fetch_sub(1) == 1) done_(std::move(got_));
  }

private:
  answer got_;  ///< Each slot is written once, and read when none is missing.
  std::atomic<size_t> left_;
  std::function<void(result<answer>)> done_;
};

}  // namespace

question<stored> load_aggregate(const call_ptr& call, std::string kind, std::string id) {
  return question<stored>{[call, kind = std::move(kind), id = std::move(id)](auto done) {
    call->services.stored.records.load(kind, id, std::move(done));
  }};
}

task<stored> load_existing(const call_ptr& call, std::string kind, std::string id,
                           failure missing) {
  auto found = co_await tried(load_aggregate(call, std::move(kind), std::move(id)));
  const bool gone = found ? found->erased : found.error().code == error_code::not_found;
  if (gone) co_return tl::unexpected(std::move(missing));
  co_return found;
}

question<std::string> resolve_key(const call_ptr& call, std::string space, std::string value) {
  return question<std::string>{
      [call, key = unique_key{std::move(space), std::move(value)}](auto done) {
        call->services.stored.records.resolve(key, std::move(done));
      }};
}

task<std::string> resolve_existing(const call_ptr& call, std::string space, std::string value,
                                   failure missing) {
  auto found = co_await tried(resolve_key(call, std::move(space), std::move(value)));
  if (!found && found.error().code == error_code::not_found)
    co_return tl::unexpected(std::move(missing));
  co_return found;
}

question<std::vector<listed>> list_rows(const call_ptr& call, query wanted) {
  return question<std::vector<listed>>{[call, wanted = std::move(wanted)](auto done) {
    call->services.stored.records.list(wanted, std::move(done));
  }};
}

task<std::vector<listed>> list_all_rows(const call_ptr& call, query page) {
  std::vector<listed> all;
  for (size_t got = page.limit; got == page.limit;) {
    auto rows = co_await list_rows(call, page);
    got = rows.size();
    std::move(rows.begin(), rows.end(), std::back_inserter(all));
    if (!all.empty()) page.marker = all.back().id;
  }
  co_return all;
}

question<std::vector<uint64_t>> count_rows(const call_ptr& call, std::string collection,
                                           std::string column, std::vector<std::string> values) {
  return question<std::vector<uint64_t>>{[call, collection = std::move(collection),
                                          column = std::move(column),
                                          values = std::move(values)](auto done) {
    call->services.stored.records.count(collection, column, values, std::move(done));
  }};
}

question<std::vector<member>> read_members(const call_ptr& x) {
  return question<std::vector<member>>{
      [x](auto done) { x->services.stored.processes.members(std::move(done)); }};
}

question<std::vector<std::optional<step_claim>>> read_step_claims(const call_ptr& call,
                                                                  std::vector<std::string> keys) {
  using claims = std::vector<std::optional<step_claim>>;
  return question<claims>{[call, keys = std::move(keys)](auto done) {
    if (keys.empty()) return done(claims{});
    const auto gathered = std::make_shared<answer_collector<step_claim>>(keys.size(), done);
    for (size_t i = 0; i < keys.size(); ++i)
      call->services.stored.claims.read_claim(
          keys[i], [gathered, i](result<step_claim> one) { gathered->take(i, std::move(one)); });
  }};
}

question<event_page> read_events(const call_ptr& call, event_query what) {
  return question<event_page>{[call, what = std::move(what)](auto done) {
    call->services.stored.events.read_events(what, std::move(done));
  }};
}

question<std::monostate> try_to_write(const call_ptr& x) {
  return question<std::monostate>{[x](auto done) { x->services.writes.ask(std::move(done)); }};
}

question<std::string> ask_node(const call_ptr& call, command what, std::string node) {
  return question<std::string>{[call, what = std::move(what), node = std::move(node)](auto done) {
    call->services.commands.ask(what, node, call->origin(), std::move(done));
  }};
}

question<std::string> ask_record(const call_ptr& call, record_command what, std::string subject) {
  return question<std::string>{
      [call, what = std::move(what), subject = std::move(subject)](auto done) {
        call->services.commands.ask(what, subject, call->origin(), std::move(done));
      }};
}

}  // namespace ironbus::http
