#include "actors/runtime/rule_follower.hpp"

#include "messages/model/record.hpp"
#include "messages/wire/routing.hpp"

namespace ironbus::inspection {

namespace {

using namespace std::chrono_literals;

constexpr std::string_view rule_type = "inspection_rule";
/// Between two readings of all: what an event that was lost would have told.
constexpr std::chrono::seconds read_again_after = 60s;
constexpr std::chrono::milliseconds retry_after = 500ms;

}  // namespace

class rule_follower::state : public std::enable_shared_from_this<state> {
public:
  state(store& records, rule_registry& rules, std::function<void(const std::string&)> complain)
      : records_(records), rules_(rules), complain_(std::move(complain)) {}

  /// The reader's thread: reads all when it is due.
  void run() {
    std::unique_lock lock{mutex_};
    while (!stopped_) {
      if (reading_ || clock::now() < due_) {
        wake_.wait_until(lock, reading_ ? clock::now() + read_again_after : due_);
        continue;
      }
      reading_ = true;
      due_ = clock::now() + read_again_after;
      const auto changes = changes_;
      lock.unlock();
      read_page({}, std::make_shared<std::vector<json>>(), changes);
      lock.lock();
    }
  }

  void ask() {
    std::lock_guard hold{mutex_};
    due_ = clock::now();
    wake_.notify_all();
  }

  void stop() {
    std::lock_guard hold{mutex_};
    stopped_ = true;
    wake_.notify_all();
  }

  /// An event says that a rule has begun, changed or ended: the store says which.
  void changed(const std::string& subject) {
    {
      std::lock_guard hold{mutex_};
      if (stopped_) return;
      ++changes_;
    }
    records_.load("record", subject, [self = shared_from_this(), subject](const auto& found) {
      self->take(subject, found);
    });
  }

private:
  void take(const std::string& subject, const result<stored>& found) {
    if (!found && found.error().code != error_code::not_found) return ask();
    std::lock_guard hold{mutex_};
    if (stopped_) return;
    const auto uuid = std::string{split_subject(subject).second};
    if (!found || found->erased) return rules_.remove(uuid);
    if (const auto record = decode_record(found->snapshot)) put(record->attributes);
  }

  void put(const json& attributes) {
    if (const auto ok = rules_.put(attributes); !ok)
      complain_("The stored inspection rule " + attributes.value("uuid", "") +
                " is left out: " + ok.error().message);
  }

  void read_page(std::string marker, std::shared_ptr<std::vector<json>> all, uint64_t changes) {
    query page;
    page.collection = find_record_type(rule_type)->collection;
    page.marker = std::move(marker);
    page.with_snapshot = true;
    const auto limit = page.limit;
    records_.list(std::move(page), [self = shared_from_this(), all, changes,
                                    limit](const result<std::vector<listed>>& rows) {
      if (!rows) return self->finish(false);
      for (const auto& row : *rows)
        if (const auto record = decode_record(row.snapshot)) all->push_back(record->attributes);
      if (rows->size() == limit) return self->read_page(rows->back().id, all, changes);
      self->take_all(*all, changes);
    });
  }

  void take_all(const std::vector<json>& all, uint64_t changes) {
    std::unique_lock lock{mutex_};
    if (stopped_) return;
    if (changes != changes_) due_ = clock::now();  // what was read may be old already
    const auto spoilt = rules_.replace(all);
    if (spoilt > 0)
      complain_(std::to_string(spoilt) + " stored inspection rules are left out: they are none.");
    lock.unlock();
    finish(true);
  }

  void finish(bool good) {
    std::lock_guard hold{mutex_};
    reading_ = false;
    if (!good) due_ = clock::now() + retry_after;
    wake_.notify_all();
  }

  using clock = std::chrono::steady_clock;

  store& records_;
  rule_registry& rules_;
  const std::function<void(const std::string&)> complain_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopped_ = false;
  bool reading_ = false;
  clock::time_point due_ = clock::now();
  uint64_t changes_ = 0;  ///< Events so far.
};

rule_follower::rule_follower(bus& messages, store& records, rule_registry& rules,
                             std::function<void(const std::string&)> complain)
    : messages_(messages), state_(std::make_shared<state>(records, rules, std::move(complain))) {}

rule_follower::~rule_follower() { stop(); }

void rule_follower::start() {
  subscription events;
  events.exchange = routing::event_exchange;
  events.bindings = {std::string{rule_type} + ".#"};
  events.prefetch = 0;
  messages_.subscribe(std::move(events), [x = state_](const delivery& event) {
    if (const auto head = decode_envelope(event.body)) x->changed(head->subject);
  });
  messages_.on_state([x = state_](bus_state now, const std::string&) {
    if (now == bus_state::connected) x->ask();  // events of the time between are lost
  });
  reader_ = std::thread([x = state_] { x->run(); });
}

void rule_follower::stop() {
  state_->stop();
  if (reader_.joinable()) reader_.join();
}

}  // namespace ironbus::inspection
