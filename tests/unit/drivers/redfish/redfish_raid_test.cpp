#include "tests/unit/drivers/redfish/parts_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

namespace {

json mirror(const std::string& name, int gigabytes = 100) {
  return {{"raid_level", "1"}, {"size_gb", gigabytes}, {"volume_name", name}};
}

const json two_mirrors{{"logical_disks", {mirror("root"), mirror("data", 200)}}};

/// Profiles whose controllers support volumes.
std::vector<std::string> profiles_with_raid() {
  auto out = all_profiles();
  std::erase_if(out,
                [](const auto& name) { return simulator::find_profile(name)->raid_types.empty(); });
  return out;
}

std::vector<simulator::volume> volumes(redfish_fixture& x) {
  return x.link.bmc.with_machine([](const auto& machine) { return machine.volumes(); });
}

parts_report create(parts_fixture& x, const json& target = two_mirrors) {
  x.node.target_raid_config = target;
  return x.carry_out("raid", "create_configuration");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(redfish_raid)

BOOST_AUTO_TEST_CASE(creates_and_deletes_volumes_with_all_vendors) {
  for (const auto& profile : profiles_with_raid()) BOOST_TEST_CONTEXT(profile) {
      parts_fixture x{profile};
      const auto report = create(x);
      BOOST_TEST_REQUIRE(to_string(report.end.status) == "done", report.end.reason);
      BOOST_TEST(volumes(x).size() == 2U);
      const auto& made = report.end.observed.raid_config["logical_disks"];
      BOOST_TEST(made.size() == 2U);
      BOOST_TEST(made[0]["name"] == "root");
      BOOST_TEST(made[0]["size_gb"] == 100);
      BOOST_TEST(made[0]["raid_level"] == "1");
      BOOST_TEST(made[1]["size_gb"] == 200);
      BOOST_TEST(!x.node.driver_internal_info.contains("redfish_parts"));
      const auto removed = x.carry_out("raid", "delete_configuration");
      BOOST_TEST(to_string(removed.end.status) == "done", removed.end.reason);
      BOOST_TEST(volumes(x).empty());
      BOOST_TEST(removed.end.observed.raid_config["logical_disks"].empty());
    }
}

BOOST_AUTO_TEST_CASE(keeps_existing_and_other_volumes) {
  parts_fixture x{"dell"};
  create(x);
  const auto again = create(x);
  BOOST_TEST(again.story == std::vector<std::string>{"done"}, boost::test_tools::per_element());
  BOOST_TEST(volumes(x).size() == 2U);
}

BOOST_AUTO_TEST_CASE(deletes_other_volumes_first_on_request) {
  for (const auto& profile : profiles_with_raid()) BOOST_TEST_CONTEXT(profile) {
      parts_fixture x{profile};
      create(x);
      x.node.target_raid_config = {{"logical_disks", {mirror("root"), mirror("scratch", 300)}}};
      const auto report = x.carry_out("raid", "create_configuration", {{"delete_existing", true}});
      BOOST_TEST(to_string(report.end.status) == "done", report.end.reason);
      const auto now = volumes(x);
      BOOST_TEST_REQUIRE(now.size() == 2U);
      BOOST_TEST(now[0].name == "root");
      BOOST_TEST(now[1].name == "scratch");
    }
}

BOOST_AUTO_TEST_CASE(deployments_create_only_the_root_volume_by_default) {
  auto target = two_mirrors;
  target["logical_disks"][0]["is_root_volume"] = true;
  for (const bool others : {false, true}) {
    parts_fixture x{"lenovo"};
    json args{{"raid_config", target}};
    if (others) args["create_nonroot_volumes"] = true;
    const auto report = x.carry_out("raid", "apply_configuration", args);
    BOOST_TEST(to_string(report.end.status) == "done", report.end.reason);
    BOOST_TEST(volumes(x).size() == (others ? 2U : 1U));
  }
}

BOOST_AUTO_TEST_CASE(a_failed_task_fails_the_step) {
  for (const char* profile : {"dell", "hpe", "lenovo", "ami"}) BOOST_TEST_CONTEXT(profile) {
      parts_fixture x{profile,
                      with_fault(simulator::fault_kind::task_failure, "*Volumes", 1, "POST")};
      const auto report = create(x);
      BOOST_TEST(to_string(report.end.status) == "failed");
      BOOST_TEST(holds(report.end.reason, "failed to change the volumes (Exception)"),
                 report.end.reason);
      BOOST_TEST(!x.node.driver_internal_info.contains("redfish_parts"));
    }
}

BOOST_AUTO_TEST_CASE(a_lost_response_creates_no_second_volume) {
  for (const auto& profile : profiles_with_raid())
    for (const auto kind : {simulator::fault_kind::no_answer, simulator::fault_kind::half_answer})
      BOOST_TEST_CONTEXT(profile) {
        parts_fixture x{profile, with_fault(kind, "*Volumes", 1, "POST")};
        const auto report = create(x);
        BOOST_TEST(to_string(report.end.status) == "done", report.end.reason);
        BOOST_TEST(volumes(x).size() == 2U);
        BOOST_TEST(x.link.bodies(R"("Name":"root")") == 1U);
      }
}

BOOST_AUTO_TEST_CASE(creates_volumes_once_whenever_its_worker_dies) {
  for (const auto& profile : profiles_with_raid()) {
    bool died = true;
    for (size_t call = 0; died && call < 300; ++call)
      BOOST_TEST_CONTEXT(profile << ", its worker dies with call " << call) {
        parts_fixture x{profile};
        x.node.target_raid_config = two_mirrors;
        const auto report =
            x.carry_out_with_death("raid", "create_configuration", json::object(), call);
        died = x.has_died();
        BOOST_TEST(to_string(report.end.status) == "done", report.end.reason);
        BOOST_TEST(volumes(x).size() == 2U);
      }
    BOOST_TEST(!died);
  }
}

BOOST_AUTO_TEST_CASE(rejects_impossible_volumes_before_any_change) {
  parts_fixture x{"openbmc"};
  BOOST_TEST(holds(create(x).end.reason, "no controller supports RAID1"));
  parts_fixture y{"dell"};
  y.node.target_raid_config = json::object();
  const auto none = y.run("raid", "create_configuration");
  BOOST_TEST((none.why == error_code::invalid));
  BOOST_TEST(holds(none.reason, "no target RAID configuration"), none.reason);
  BOOST_TEST(y.link.total() == 0U);
}

BOOST_AUTO_TEST_CASE(the_volumes_decide_if_the_bmc_has_forgotten_its_task) {
  for (const bool effect : {true, false}) BOOST_TEST_CONTEXT("effect " << effect) {
      parts_fixture x{"dell"};
      auto options = x.options;
      if (!effect) options.raid_shown_timeout = 1ms;
      x.use(options);
      x.link.instead = [&](const http_request& request) -> std::optional<http_result> {
        if (request.method != http_method::post || !request.target.ends_with("/Volumes")) return {};
        if (effect) x.link.bmc.answer_to({"POST", request.target, request.headers, request.body});
        http_response out;
        out.status = 202;
        out.headers.emplace_back("Location", "/redfish/v1/TaskService/Tasks/never");
        return out;
      };
      const auto report = create(x, {{"logical_disks", {mirror("root")}}});
      BOOST_TEST((report.end.status == step_status::done) == effect, report.end.reason);
      if (!effect) BOOST_TEST(holds(report.end.reason, "and they did not change"));
      BOOST_TEST(x.link.count("Volumes 202") == 1U);
      BOOST_TEST(volumes(x).size() == (effect ? 1U : 0U));
    }
}

BOOST_AUTO_TEST_SUITE_END()
