#include "drivers/fake/fake_task.hpp"

#include "drivers/fake/fake_interface.hpp"
#include "worker.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <filesystem>
#include <fstream>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

// Tasks of simulated machines continue without the worker that started them.

namespace {

/// An update that runs as a task of the machine for that many seconds; must not be repeated.
step_request flash(double seconds, json failures = json::object()) {
  auto out = request_for("firmware", "update",
                         {{"settings", {{{"component", "bmc"}, {"url", "http://h/1.2.bin"}}}}});
  out.what.repeatable = false;
  out.machine.driver_info = {{"fake_waits", {{"firmware.update", "task"}}},
                             {"fake_delays", {{"firmware.update", seconds}}},
                             {"fake_failures", std::move(failures)}};
  return out;
}

/// The drivers of one worker.
class one_worker {
public:
  explicit one_worker(const std::string& journal) {
    options_.journal = journal;
    fake_ = std::make_unique<fake_interface>(make_fake_context(options_, io_).value());
  }

  step_outcome run(const step_request& request) {
    std::optional<step_outcome> out;
    fake_->run(permitted(request), [&](step_outcome outcome) { out = std::move(outcome); });
    io_.run();
    return out.value();
  }

  std::optional<step_outcome> recover(const step_request& given) {
    std::optional<step_outcome> out;
    fake_->recover(permitted(given), [&](auto known) { out = std::move(known); });
    return out;
  }

  std::optional<step_outcome> poll(step_request item, const std::string& handle) {
    std::optional<step_outcome> out;
    item.task_handle = handle;
    fake_->probe(permitted(item), [&](auto end) { out = std::move(end); });
    return out;
  }

private:
  boost::asio::io_context io_;
  fake_options options_;
  std::unique_ptr<fake_interface> fake_;
};

struct machines {
  std::string journal =
      (std::filesystem::temp_directory_path() / ("ironbus-tasks-" + std::to_string(::getpid())))
          .string();
  machines() { std::filesystem::remove(journal); }
  ~machines() { std::filesystem::remove(journal); }

  size_t lines() const {
    std::ifstream file{journal};
    size_t out = 0;
    for (std::string text; std::getline(file, text);) ++out;
    return out;
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(fake_tasks)

BOOST_FIXTURE_TEST_CASE(any_worker_can_poll_a_task_by_its_handle, machines) {
  const auto told = one_worker{journal}.run(flash(0));
  BOOST_TEST(to_string(told.status) == "waiting");
  BOOST_TEST(to_string(told.waits_for) == "task");
  BOOST_TEST(told.wait_seconds.value() == 60U);
  BOOST_TEST(told.poll_seconds.value() == 0U);
  const auto end = one_worker{journal}.poll(flash(0), told.task_handle);
  BOOST_TEST(to_string(end.value().status) == "done");
  BOOST_TEST(end->observed.firmware.size() == 1U);
}

BOOST_FIXTURE_TEST_CASE(a_task_runs_until_its_end_time, machines) {
  const auto told = one_worker{journal}.run(flash(3600));
  BOOST_TEST(told.poll_seconds.value() == 3600U);
  BOOST_TEST(!one_worker{journal}.poll(flash(3600), told.task_handle).has_value());
}

BOOST_FIXTURE_TEST_CASE(a_failed_task_reports_it_when_polled, machines) {
  const auto request = flash(0, {{"firmware.update", "wrong image"}});
  const auto told = one_worker{journal}.run(request);
  BOOST_TEST(to_string(told.status) == "waiting");
  BOOST_TEST(one_worker{journal}.poll(request, told.task_handle).value().reason == "wrong image");
}

BOOST_FIXTURE_TEST_CASE(a_new_owner_finds_the_task_by_its_step, machines) {
  const auto told = one_worker{journal}.run(flash(3600));
  const auto found = one_worker{journal}.recover(flash(3600)).value();
  BOOST_TEST(to_string(found.status) == "waiting");
  BOOST_TEST(found.task_handle == told.task_handle);
  BOOST_TEST(found.wait_seconds.value() <= 3660U);
  auto never_begun = flash(3600);
  never_begun.id.attempt = 2;
  BOOST_TEST(!one_worker{journal}.recover(never_begun).has_value());
}

BOOST_FIXTURE_TEST_CASE(a_rejected_request_becomes_no_task, machines) {
  auto bad = flash(0);
  bad.what.args.edit()["settings"] = {{{"component", "bmc"}, {"url", "no address"}}};
  BOOST_TEST(to_string(one_worker{journal}.run(bad).status) == "failed");
}

BOOST_FIXTURE_TEST_CASE(does_not_know_the_task_of_another_step, machines) {
  const auto told = one_worker{journal}.run(flash(0));
  auto other = flash(0);
  other.id.index = 7;
  for (const auto& handle : {told.task_handle, std::string{"9"}, std::string{"op until 3"}})
    BOOST_TEST(to_string(one_worker{journal}.poll(other, handle).value().status) == "failed");
  BOOST_TEST(lines() == 1U);  // a poll changes nothing
}

BOOST_AUTO_TEST_CASE(polls_a_distant_end_as_late_as_allowed) {
  const auto now = *parse_timestamp("2026-01-01T00:00:00+00:00");
  const auto task = read_fake_task("step until 9999-12-31T23:59:59+00:00").value();
  const auto far = wait_for_task(task, now);
  BOOST_TEST(far.wait_seconds.value() == 4'294'967'295U);
  BOOST_TEST(far.poll_seconds.value() == 4'294'967'235U);
  const auto past = wait_for_task(task, task.ends + 1h);
  BOOST_TEST(past.wait_seconds.value() == 60U);
  BOOST_TEST(past.poll_seconds.value() == 0U);
}

BOOST_FIXTURE_TEST_CASE(skips_damaged_journal_lines, machines) {
  std::ofstream{journal} << R"({"operation_id": 7, "node": [], "index": "x", "what": "op-1"})"
                         << "\n"
                         << R"({"operation_id": "op-1", "index": {}, "attempt": null})"
                         << "\n"
                         << R"(["op-1"])"
                         << "\n"
                         << R"({"operation_id": "op-1)"
                         << "\n"
                         << R"({"operation_id": "op-1", "deep": )" << std::string(100'000, '[')
                         << "\n";
  BOOST_TEST(!one_worker{journal}.recover(flash(3600)).has_value());
  const auto told = one_worker{journal}.run(flash(3600));
  BOOST_TEST(one_worker{journal}.recover(flash(3600)).value().task_handle == told.task_handle);
}

BOOST_AUTO_TEST_SUITE_END()
