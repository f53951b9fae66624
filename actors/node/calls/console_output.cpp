#include "actors/node/calls/console_output.hpp"

#include "actors/node/agent/overdue_wait.hpp"
#include "actors/node/agent/waiting.hpp"
#include "actors/node/calls/console_lines.hpp"
#include "messages/contract/driver_operations.hpp"

#include <algorithm>

namespace ironbus {

namespace {

/// How long a due failure waits for the console's output.
constexpr std::chrono::seconds console_patience{5};

constexpr auto question = driver_operations::console::stop_recording;

bool is_asked(const node_snapshot& x) { return x.waiting && x.waiting->asks_console; }

bool is_out(const node_snapshot& x) {
  return x.in_flight && std::holds_alternative<due_driver_call>(x.in_flight->what);
}

}  // namespace

bool request_console_output(decision& decision) {
  auto& x = decision.next;
  const auto* console = decision.ctx().drivers.find(x.attributes, question.interface);
  if (is_asked(x) || console == nullptr || !console->supported ||
      console->find_step(std::string{question.name}) == nullptr)
    return false;
  driver_call call;
  call.id = decision.fresh_id();
  call.what.interface = question.interface;
  call.what.name = question.name;
  call.user = decision.user();
  call.trace = x.current ? span_of(*x.current) : decision.trace();
  x.calls.insert(x.calls.begin() + (is_out(x) ? 1 : 0), std::move(call));
  x.waiting->asks_console = true;
  x.waiting->until = decision.ctx().now + console_patience;
  return true;
}

bool is_console_request(const driver_call& call) {
  return driver_operation{call.what.interface, call.what.name} == question;
}

void drop_unneeded_console_requests(decision& decision) {
  auto& x = decision.next;
  if (is_asked(x)) return;
  x.calls.erase(
      std::remove_if(x.calls.begin() + (is_out(x) ? 1 : 0), x.calls.end(), is_console_request),
      x.calls.end());
}

handler_result console_output_received(decision& decision, const json& answer) {
  const auto& x = decision.next;
  if (!is_asked(x)) return verdict::stay{};
  if (x.attributes.maintenance && !x.current->concluded) {
    restart_wait(decision);
    return verdict::stay{};
  }
  auto why = describe_overdue_wait(x);
  const auto lines =
      last_console_lines(answer.is_object() ? answer.value("text", std::string{}) : std::string{});
  if (!lines.empty()) why += " The last lines of its serial console:\n" + lines;
  return verdict::fail{std::move(why)};
}

void repeat_console_request(decision& decision) {
  auto& x = decision.next;
  if (!is_asked(x)) return;
  x.waiting->until = decision.ctx().now + console_patience;
  if (is_out(x) && is_console_request(x.calls.front())) x.in_flight->until = *x.waiting->until;
}

}  // namespace ironbus
