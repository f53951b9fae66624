#include "ops/simulator/bmc/simulated_bmc.hpp"

#include "messages/base/enum_text.hpp"
#include "ops/simulator/bmc/dispatch.hpp"
#include "ops/simulator/bmc/machine_report.hpp"
#include "ops/simulator/redfish/paths.hpp"

#include <algorithm>

namespace ironbus::simulator {

namespace {

constexpr enum_text<machine_power> power_texts{{"off", "powering on", "on", "powering off"}};

bmc_answer silence(const profile& kind) {
  return {refused(kind, {"ServiceTemporarilyUnavailable", {"15"}}), delivery::none, {}};
}

const fault_rule* find_fault(const std::vector<const fault_rule*>& faults, fault_kind kind) {
  const auto found = std::ranges::find(faults, kind, &fault_rule::kind);
  return found == faults.end() ? nullptr : *found;
}

http::response unavailable(const profile& kind, const fault_rule& rule) {
  const auto seconds = std::to_string(std::chrono::ceil<std::chrono::seconds>(rule.length).count());
  auto out = refused(kind, {"ServiceTemporarilyUnavailable", {seconds}});
  out.headers.emplace_back("Retry-After", seconds);
  return out;
}

bool is_order(const http::request& request) {
  return request.method != "GET" && request.method != "HEAD" &&
         request.target.find("/SessionService/") == std::string::npos;
}

void spoil_etag(http::response& response) {
  for (auto& [name, value] : response.headers)
    if (name == "ETag") value = "\"0000000000000bad\"";
}

}  // namespace

simulated_bmc::simulated_bmc(const identity& who, const profile& kind, const clock& clock,
                             const scenario& scenario, uint64_t seed, const mockup* played,
                             const quirk_rows& quirks)
    : clock_(clock),
      kind_(shaped_profile(kind, quirks)),
      quirks_(quirks),
      memory_{machine_state{shaped_identity(who, quirks), kind_, scenario.times, clock.now()},
              session_list{kind.sessions_max, kind.session_timeout},
              id_source{"tokens of " + std::to_string(seed) + " " + who.name},
              {}},
      faults_(scenario.faults, who.name, kind.name, seed) {
  memory_.machine.boot_order = scenario.boot_order;
  memory_.played = played;
  if (played != nullptr && !played->boot_mode().empty())
    memory_.machine.boot.mode = played->boot_mode();
}

void simulated_bmc::advance() {
  quirks_.advance(memory_.machine, clock_.now());
  if (memory_.restarts_seen == memory_.machine.bmc_restarts()) return;
  memory_.restarts_seen = memory_.machine.bmc_restarts();
  memory_.sessions.close_all();
}

bmc_answer simulated_bmc::answer_to(const http::request& request) {
  std::lock_guard hold{mutex_};
  ++requests_;
  advance();
  if (!memory_.machine.bmc_answers()) return silence(kind());
  return answer_with(request, faults_.take(request.method, path_of(request.target)));
}

bmc_answer simulated_bmc::answer_with(const http::request& request,
                                      const std::vector<const fault_rule*>& faults) {
  bmc_answer out;
  if (const auto* slow = find_fault(faults, fault_kind::slow)) out.delay = slow->length;
  if (const auto* rule = find_fault(faults, fault_kind::unavailable)) {
    out.response = unavailable(kind(), *rule);
    return out;
  }
  if (find_fault(faults, fault_kind::session_lost) != nullptr) memory_.sessions.close_all();
  if (find_fault(faults, fault_kind::stuck_post) != nullptr) memory_.machine.stick_in_post();
  memory_.tasks_fail = find_fault(faults, fault_kind::task_failure) != nullptr;
  out.response = answer_through_quirks(request);
  if (find_fault(faults, fault_kind::wrong_etag) != nullptr) spoil_etag(out.response);
  if (find_fault(faults, fault_kind::half_answer) != nullptr) out.how = delivery::half;
  if (find_fault(faults, fault_kind::no_answer) != nullptr) out.how = delivery::none;
  if (const auto* rule = find_fault(faults, fault_kind::bmc_restart))
    memory_.machine.restart_bmc(rule->length);
  return out;
}

http::response simulated_bmc::answer_through_quirks(const http::request& request) {
  if (is_order(request)) ++orders_;
  if (quirks_.empty()) return dispatch(memory_, request);
  auto changed = request;
  quirk_exchange x{memory_, changed, path_of(request.target)};
  size_t stage = 0;
  auto answered = quirks_.before(x, stage);
  auto out = answered ? std::move(*answered) : dispatch(memory_, changed);
  quirks_.after(x, out, stage);
  return out;
}

http::response simulated_bmc::handle(const http::request& request) {
  auto out = answer_to(request);
  return out.how == delivery::whole ? std::move(out.response) : silence(kind()).response;
}

bool simulated_bmc::has_subscribers() {
  std::lock_guard hold{mutex_};
  return !memory_.subscriptions.empty();
}

due_events simulated_bmc::take_events() {
  std::lock_guard hold{mutex_};
  advance();
  due_events out;
  out.events = simulator::take_events(memory_);
  const auto due = memory_.machine.next_due();
  if (due && !memory_.subscriptions.empty()) out.more_in = *due - memory_.machine.now();
  return out;
}

json simulated_bmc::state() {
  return with_machine([](const machine_state& machine) {
    auto inserted = json::object();
    for (const auto& [slot, medium] : machine.media()) inserted[slot] = medium.image;
    return json{{"power", power_texts[machine.power()]},
                {"in_post", machine.in_post()},
                {"booted", {{"device", machine.runs().device}, {"image", machine.runs().image}}},
                {"media", inserted},
                {"updates", machine.updates_begun()},
                {"bmc_answers", machine.bmc_answers()}};
  });
}

json simulated_bmc::report() {
  std::lock_guard hold{mutex_};
  advance();
  auto out = report_of(memory_.machine.log);
  out["requests"] = requests_;
  out["orders"] = orders_;
  out["update_count"] = memory_.machine.updates_begun();
  const auto& versions = memory_.machine.versions();
  out["firmware"] = {{"bios", versions.bios}, {"bmc", versions.bmc}, {"nic", versions.nic}};
  out["quirks"] = json::object();
  for (const auto& [name, met] : quirks_.counts()) out["quirks"][std::string{name}] = met;
  return out;
}

std::string simulated_bmc::shown_system_path() const {
  return quirks_.show_path(system_path(kind_));
}

}  // namespace ironbus::simulator
