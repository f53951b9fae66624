#include "worker.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

namespace ironbus::test {

namespace {

using namespace std::chrono_literals;

executor_options quick_options() {
  executor_options out;
  out.retry_first = 1ms;
  out.retry_longest = 4ms;
  out.members_cached = 0ms;
  out.overdue_grace = 5ms;
  out.power_sync_reads_max = 2;
  out.survey_read_timeout = 20ms;
  out.silence = {5ms, 0ms, 0ms};
  return out;
}

}  // namespace

machine fake_machine(std::string uuid) {
  machine out;
  out.uuid = std::move(uuid);
  out.driver = "fake-hardware";
  for (auto kind : interface_kinds) out.interfaces.emplace(kind, "fake");
  return out;
}

step_request request_for(std::string interface, std::string name, json args) {
  step_request out;
  out.id = {"n-1", "op-1", 3, 1};
  out.what.interface = std::move(interface);
  out.what.name = std::move(name);
  out.what.args = std::move(args);
  out.machine = fake_machine("n-1");
  return out;
}

step_request deploy() { return request_for("deploy", "deploy"); }

std::string encode_request(const step_request& request) {
  envelope out;
  out.id = "request-of-" + claim_key(request.id);
  out.type = step_request_type;
  out.subject = request.id.node;
  out.data = request;
  return encode_envelope(out);
}

void scripted_driver::run(permitted_step x, step_callback done) {
  runs.push_back({x, done});
  if (on_run) on_run(x, done);
}

void scripted_driver::recover(permitted_step request, recover_callback done) {
  ++recoveries;
  if (on_recover) return on_recover(request, done);
  driver_interface::recover(std::move(request), std::move(done));
}

void scripted_driver::probe(permitted_step x, recover_callback done) {
  if (on_probe) return on_probe(x, done);
  driver_interface::probe(std::move(x), std::move(done));
}

void scripted_driver::read_power(machine target_machine, permit, power_callback done) {
  on_read(target_machine, done);
}

worker::worker() {
  registry::table table;
  table[{"deploy", "fake"}] = driver;
  table[{"power", "fake"}] = driver;
  table[{"bios", "no-bios"}] = driver;
  drivers.emplace(build_catalog({}).value(), std::move(table));
  subject.emplace(io, messages, records, records, *drivers, held, time,
                  std::make_shared<installation_policy>(), quick_options());
  subject->start();
}

uint64_t worker::ask(const step_request& x) {
  return messages.deliver("ironbus.steps", encode_request(x));
}

void worker::until(const std::function<bool()>& condition) {
  const auto limit = std::chrono::steady_clock::now() + 10s;
  io.restart();
  while (!condition()) {
    BOOST_REQUIRE_MESSAGE(std::chrono::steady_clock::now() < limit, "it never came true");
    if (io.run_one_for(50ms) == 0) io.restart();
  }
}

void worker::run_until_quiet() {
  io.restart();
  io.poll();
}

std::vector<step_outcome> worker::outcomes() const {
  std::vector<step_outcome> out;
  for (const auto& x : messages.published()) {
    const auto read = decode_envelope(x.body);
    if (read && read->type == step_outcome_type)
      out.push_back(decode<step_outcome>(read->data).value());
  }
  return out;
}

bool worker::acked(uint64_t tag) const {
  const auto tags = messages.acked();
  return std::find(tags.begin(), tags.end(), tag) != tags.end();
}

}  // namespace ironbus::test
