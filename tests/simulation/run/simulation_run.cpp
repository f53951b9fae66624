#include "tests/simulation/run/simulation_run.hpp"

#include "tests/simulation/run/judge.hpp"
#include "tests/simulation/run/operator.hpp"
#include "tests/simulation/run/rule_author.hpp"
#include "tests/simulation/run/tenant.hpp"

#include <algorithm>

namespace ironbus::simulation {

namespace {

using std::chrono::minutes;
using std::chrono::seconds;

constexpr minutes faults_within{40};
constexpr seconds look_pause{30};
/// A life takes some minutes, or much longer with faults and failed steps.
constexpr minutes life_most{180};
/// Maximum time without a change of a node after the last fault.
constexpr minutes unchanged_most{20};
constexpr seconds rest{90};
constexpr std::chrono::milliseconds empty_pause{100};

/// One run.
class whole_run {
public:
  explicit whole_run(const run_options& options)
      : options_{options},
        around_{options.seed},
        service_{around_, options.size, options.habits,
                 [this](const machine_model& machine, const machine_model::attempt& begun,
                        bool again) { on_begin(machine, begun, again); }},
        faults_{around_, service_},
        judge_{around_, service_, faults_} {
    service_.store().observe(
        [this](const commit& applied, uint64_t version) {
          ++report_.commits;
          judge_.on_commit(applied, version);
        },
        [this](const commit& lost, uint64_t version) { judge_.on_lost_commit(lost, version); });
    service_.broker().observe([this](const outgoing& taken) { judge_.on_message(taken); });
    for (uint32_t i = 0; i < options.operators; ++i)
      operators_.push_back(&add<machine_operator>(
          i, options.lives, [this](std::string text) { judge_.complain(std::move(text)); },
          [this] { return judge_.store_forgot_lately(); }));
    for (uint32_t i = 0; i < options.tenants; ++i) add<tenant>(of_tenants());
    for (uint32_t i = 0; i < options.authors; ++i) add<rule_author>(of_authors());
  }

  run_report run(const std::vector<fault>& faults) {
    service_.start();
    faults_.schedule(faults);
    for (auto& x : users_) x->start();
    const moment limit = faults_within + life_most * options_.lives;
    for (moment next_look = look_pause; !all_finished(users_) && judge_.violations().empty();) {
      if (!around_.loop.run_one()) break;
      ++report_.events;
      if (around_.loop.now() < next_look) continue;
      next_look = around_.loop.now() + look_pause;
      look();
      if (around_.loop.now() > limit) judge_.complain("the run does not end: " + positions());
    }
    if (judge_.violations().empty()) end();
    report_.seed = options_.seed;
    report_.virtual_time = around_.loop.now();
    report_.violations = judge_.violations();
    report_.claims = judge_.allocations().claims();
    report_.rules = judge_.rules().applied();
    for (const auto& x : operators_) report_.lives += x->lives_ended();
    return report_;
  }

private:
  template <class User, class... Further>
  User& add(Further&&... further) {
    auto made = std::make_unique<User>(around_, service_, std::forward<Further>(further)...);
    auto& out = *made;
    users_.push_back(std::move(made));
    return out;
  }

  rule_author::surveillance of_authors() {
    return {[this](std::string text) { judge_.complain(std::move(text)); },
            [this] { return judge_.store_forgot_lately(); },
            [this] { return all_finished(operators_); }};
  }

  tenant::surveillance of_tenants() {
    auto [complain, may_be_forgotten, is_over] = of_authors();
    return {std::move(complain),
            [this](const auto& uuid) { return judge_.allocations().has_ended_rightly(uuid); },
            std::move(may_be_forgotten), std::move(is_over)};
  }

  template <class Users>
  static bool all_finished(const Users& users) {
    return std::all_of(users.begin(), users.end(), [](const auto& x) { return x->finished(); });
  }

  std::string positions() const {
    std::string out;
    for (const auto& x : users_)
      if (!x->finished()) out += x->position() + "; ";
    return out;
  }

  void on_begin(const machine_model& machine, const machine_model::attempt& begun, bool again) {
    ++report_.steps;
    judge_.on_begin(machine, begun, again);
  }

  void look() {
    judge_.look_for_standstill();
    const auto now = around_.loop.now();
    for (const auto& x : operators_)
      if (!x->finished() &&
          now > std::max(x->unchanged_since(), faults_.last_trouble()) + unchanged_most)
        judge_.complain("no progress: " + x->position());
  }

  void end() {
    const auto until = std::max(around_.loop.now(), faults_.last_trouble()) + rest;
    run_to(until);
    for (auto now = until; !judge_.has_emptied_all_queues() && now < until + rest;)
      run_to(now += empty_pause);
    if (judge_.violations().empty()) judge_.look_at_the_end();
  }

  void run_to(moment until) {
    while (around_.loop.next() && *around_.loop.next() <= until && judge_.violations().empty()) {
      around_.loop.run_one();
      ++report_.events;
    }
  }

  const run_options options_;
  surroundings around_;
  cluster service_;
  fault_injector faults_;
  judge judge_;
  std::vector<std::unique_ptr<api_user>> users_;
  std::vector<machine_operator*> operators_;  ///< The operators among the users.
  run_report report_;
};

/// A violation without names and times.
std::string kind_of(const std::string& violation) {
  std::string out;
  for (const char c : violation.substr(violation.find(": ") + 2, 60))
    if (std::isalpha(static_cast<unsigned char>(c)) || c == ' ') out += c;
  return out.substr(0, 24);
}

}  // namespace

std::vector<fault> faults_of(const run_options& options) {
  constexpr uint64_t other_stream = 0x9e3779b97f4a7c15;
  return make_faults(options.seed ^ other_stream, options.faults, faults_within);
}

run_report simulate(const run_options& options, const std::vector<fault>& faults) {
  return whole_run{options}.run(faults);
}

bool is_same_kind(const std::string& one, const std::string& other) {
  return kind_of(one) == kind_of(other);
}

}  // namespace ironbus::simulation
