#include "tests/unit/drivers/redfish/parts_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

namespace ironbus::test {

namespace {

constexpr size_t parts_max = 60;
constexpr size_t polls_max = 200;

}  // namespace

size_t parts_report::count(const std::string& what) const {
  return static_cast<size_t>(std::count(story.begin(), story.end(), what));
}

/// The dead worker's outcome is ignored, and its next request is not sent.
void parts_fixture::die_at(size_t call) {
  auto left = std::make_shared<size_t>(call);
  link.instead = [this, left](const http_request& request) -> std::optional<http_result> {
    if (dead_) return http_fail(http_error::refused, permit_refused);
    if (died_) return {};
    if ((*left)-- > 0) return {};
    static constexpr std::array names{"GET", "POST", "PATCH", "PUT", "DELETE"};
    link.bmc.answer_to({names[static_cast<size_t>(request.method)], request.target, request.headers,
                        request.body});
    last_words_ = request.target;
    died_ = dead_ = true;
    return http_fail(http_error::refused, permit_refused);
  };
}

step_outcome parts_fixture::run_part(const step_request& part) {
  auto out = run(part);
  if (!dead_) return out;
  dead_ = false;
  use(options);  // another worker without memory
  auto known = recover(part);
  return known ? *known : run(part);
}

void parts_fixture::restart_machine() {
  const auto told = run_part(request("power", "set_power_state", {{"target", "rebooting"}}));
  BOOST_TEST_REQUIRE((told.status == step_status::done), told.reason);
}

size_t parts_fixture::heard(const std::string& part) {
  return link.count(part + " 202") + (holds(last_words_, part) ? 1U : 0U);
}

std::optional<step_outcome> parts_fixture::poll(step_request part, const std::string& handle) {
  link.time.moment += poll_pause;
  part.task_handle = handle;
  part.machine = node;
  auto out = probe(part);
  if (!dead_) return out;
  dead_ = false;
  use(options);
  return std::nullopt;
}

parts_report parts_fixture::carry_out(const std::string& interface, const std::string& name,
                                      json args) {
  parts_report out;
  const auto learn = [&](const step_outcome& told) {
    node.driver_info.edit().merge_patch(told.observed.driver_info);
    node.driver_internal_info.edit().merge_patch(told.observed.driver_internal_info);
    out.outcomes.push_back(told);
  };
  auto part = request(interface, name, std::move(args));
  part.id.operation_id = "op-1";
  for (part.id.attempt = 1; part.id.attempt < parts_max; ++part.id.attempt) {
    part.machine = node;
    auto told = run_part(part);
    learn(told);
    for (size_t i = 0; told.status == step_status::waiting; ++i) {
      BOOST_REQUIRE_MESSAGE(i < polls_max, "the task never ends: " << told.task_handle);
      BOOST_TEST(told.task_handle.size() <= task_handle_max);
      if (out.story.empty() || out.story.back() != "task") out.story.emplace_back("task");
      if (auto found = poll(part, told.task_handle)) {
        told = *found;
        if (told.status != step_status::waiting) learn(told);
      }
    }
    if (!told.part_done) {
      out.end = std::move(told);
      out.story.emplace_back(to_string(out.end.status));
      return out;
    }
    out.story.emplace_back(told.reboot_first ? "reboot" : "part");
    if (told.reboot_first) restart_machine();
  }
  BOOST_FAIL("it has too many parts");
  return out;
}

parts_report parts_fixture::carry_out_with_death(const std::string& interface,
                                                 const std::string& name, json args, size_t call) {
  die_at(call);
  return carry_out(interface, name, std::move(args));
}

}  // namespace ironbus::test
