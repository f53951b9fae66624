#include "drivers/redfish/idrac/idrac_links.hpp"
#include "tests/unit/drivers/redfish/idrac_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

namespace {

const std::string disc = idrac_fixture::deploy_iso;
const std::string idrac_path = "/redfish/v1/Managers/iDRAC.Embedded.1";
const std::string job_queue = "DellJobService.DeleteJobQueue";

}  // namespace

BOOST_AUTO_TEST_SUITE(idrac)

// -- its services ---------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(deletes_all_jobs_including_pending_ones) {
  idrac_fixture x;
  x.link.bmc.with_machine([](auto& machine) {
    machine.set_pending_bios({{"NumLock", "Off"}});
    machine.begin_task(simulator::task_kind::bios_settings, true);
    return true;
  });
  x.done("management", "clear_job_queue");
  BOOST_TEST(x.link.bodies("JID_CLEARALL_FORCE") == 1U);
  BOOST_TEST(x.link.bmc.with_machine([](auto& machine) { return machine.tasks().size(); }) == 0U);
}

BOOST_AUTO_TEST_CASE(falls_back_if_force_is_unknown) {
  idrac_fixture x;
  x.link.instead = [](const http_request& request) -> std::optional<http_result> {
    if (!holds(request.body, "FORCE")) return {};
    http_response out;
    out.status = 400;
    return out;
  };
  x.done("management", "clear_job_queue");
  BOOST_TEST(x.link.count(job_queue + " 200") == 1U);
}

BOOST_AUTO_TEST_CASE(a_queue_that_cannot_be_emptied_fails_the_step) {
  idrac_fixture x;
  x.answer_instead(job_queue, 409);
  const auto end = x.run("management", "clear_job_queue");
  BOOST_TEST((end.status == step_status::failed));
  BOOST_TEST(holds(end.reason, "409"));
  BOOST_TEST(x.link.count(job_queue) == 1U);
}

BOOST_AUTO_TEST_CASE(waits_for_a_restarted_idrac) {
  idrac_fixture x;
  x.done("management", "reset_idrac");
  BOOST_TEST(x.link.bodies("GracefulRestart") == 1U);
  BOOST_TEST(x.link.count("Manager.Reset 204") == 1U);
  BOOST_TEST(x.link.count("no answer") > 1U);
  BOOST_TEST(x.link.bmc.state()["bmc_answers"] == true);
  x.done("power", "get_power_state");
}

BOOST_AUTO_TEST_CASE(an_idrac_that_does_not_return_times_out) {
  simulator::scenario slow;
  slow.times.bmc_restart = 24h;
  idrac_fixture x{"dell", slow};
  auto options = quick_redfish();
  options.request_timeout = 500ms;  // the requests before the restart need some time
  options.bmc_restart_timeout = 30ms;
  x.use(options);
  const auto end = x.run("management", "reset_idrac");
  BOOST_TEST((end.status == step_status::failed));
  BOOST_TEST(holds(end.reason, "restarted, but did not respond normally"), end.reason);
}

BOOST_AUTO_TEST_CASE(a_rejected_restart_is_a_failure) {
  idrac_fixture x;
  x.answer_instead("Manager.Reset", 403);
  const auto end = x.run("management", "known_good_state");
  BOOST_TEST((end.status == step_status::failed));
  BOOST_TEST(x.link.count(job_queue) == 0U);
}

BOOST_AUTO_TEST_CASE(the_known_good_state_is_a_restart_and_an_empty_queue) {
  idrac_fixture x;
  x.done("management", "known_good_state");
  BOOST_TEST(x.link.count("Manager.Reset 204") == 1U);
  BOOST_TEST(x.link.count(job_queue + " 200") == 1U);
}

BOOST_AUTO_TEST_CASE(bmcs_without_the_service_fail_except_in_verification) {
  idrac_fixture x{"hpe"};
  const auto end = x.in_cleaning("clear_job_queue");
  BOOST_TEST((end.status == step_status::failed));
  BOOST_TEST(holds(end.reason, "DellJobService"));
  const auto spared = x.in_verify("clear_job_queue");
  BOOST_TEST((spared.status == step_status::done));
  BOOST_TEST(holds(spared.evidence, "skipped: "));
}

BOOST_AUTO_TEST_CASE(other_failures_fail_a_verification_too) {
  idrac_fixture x;
  x.answer_instead(job_queue, 500);
  auto options = quick_redfish();
  options.request_timeout = 500ms;
  x.use(options);
  BOOST_TEST((x.in_verify("clear_job_queue").status == step_status::failed));
}

// -- boot from virtual media ----------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(boots_a_ramdisk_once_from_the_virtual_drive) {
  idrac_fixture x;
  x.done("boot", "prepare_ramdisk");
  x.set_device("cdrom", false);
  BOOST_TEST(x.first().device == "VCD-DVD");
  BOOST_TEST(x.first().once);
  BOOST_TEST(x.answer("get_boot_device") ==
             (json{{"boot_device", "cdrom"}, {"persistent", false}}));
  x.power("power on");
  x.settle();
  BOOST_TEST(x.link.bmc.state()["booted"]["image"] == disc);
  BOOST_TEST(x.first().device == "Normal");
  x.done("boot", "clean_up_ramdisk");
  BOOST_TEST(x.notes().empty());
  BOOST_TEST(x.link.bmc.state()["media"].empty());
}

BOOST_AUTO_TEST_CASE(boots_a_live_instance_until_another_device_is_set) {
  idrac_fixture x;
  x.done("boot", "prepare_instance", {{"live", true}});
  x.set_device("cdrom", true);
  BOOST_TEST(!x.first().once);
  BOOST_TEST(x.answer("get_boot_device") == (json{{"boot_device", "cdrom"}, {"persistent", true}}));
  for (int i = 0; i < 2; ++i) {
    x.power("rebooting");
    x.settle();
    BOOST_TEST(x.link.bmc.state()["booted"]["image"] == "http://192.0.2.1/live.iso");
  }
  x.done("boot", "clean_up_instance");
  x.set_device("disk", true);
  BOOST_TEST(x.first().device == "Normal");
  BOOST_TEST(x.notes().empty());
  BOOST_TEST(x.answer("get_boot_device") == (json{{"boot_device", "disk"}, {"persistent", true}}));
}

BOOST_AUTO_TEST_CASE(without_a_virtual_drive_devices_are_set_as_with_others) {
  idrac_fixture x;
  x.set_device("cdrom", false);
  BOOST_TEST(x.first().device == "Normal");
  BOOST_TEST(x.link.count("DellAttributes") == 0U);
  BOOST_TEST(x.answer("get_boot_device")["boot_device"] == "cdrom");
  const auto end = x.run("management", "set_boot_device", {{"device", "floppy"}});
  BOOST_TEST((end.why == error_code::invalid));
}

BOOST_AUTO_TEST_CASE(instances_on_a_disk_need_nothing) {
  idrac_fixture x;
  x.done("boot", "prepare_instance");
  BOOST_TEST(x.link.total() == 0U);
}

BOOST_AUTO_TEST_CASE(names_bmcs_without_such_attributes) {
  idrac_fixture x{"hpe"};
  x.done("boot", "prepare_ramdisk");
  const auto end = x.run("management", "set_boot_device", {{"device", "cdrom"}});
  BOOST_TEST((end.status == step_status::failed));
  BOOST_TEST(holds(end.reason, "Links.Oem.Dell.DellAttributes"));
}

BOOST_AUTO_TEST_CASE(rejected_attributes_fail_the_step_and_leave_no_note) {
  idrac_fixture x;
  x.done("boot", "prepare_ramdisk");
  const auto before = x.notes();
  x.link.instead = [](const http_request& request) -> std::optional<http_result> {
    if (!holds(request.body, "FirstBootDevice")) return {};
    http_response out;
    out.status = 400;
    return out;
  };
  const auto end =
      x.run("management", "set_boot_device", {{"device", "cdrom"}, {"persistent", true}});
  BOOST_TEST((end.status == step_status::failed));
  BOOST_TEST(end.observed.driver_internal_info.empty());
}

BOOST_AUTO_TEST_CASE(from_the_17th_generation_on_there_is_one_boot_drive) {
  idrac_fixture x;
  x.done("management", "attach_virtual_media",
         {{"device_type", "cdrom"}, {"image_url", "http://192.0.2.1/other.iso"}});
  x.done("boot", "prepare_ramdisk");
  BOOST_TEST(x.link.bmc.state()["media"] == (json{{"1", disc}}));
}

BOOST_AUTO_TEST_CASE(the_generation_is_the_number_at_the_start_of_the_model) {
  BOOST_TEST(idrac_generation({{"Model", "17G Monolithic"}}) == 17U);
  BOOST_TEST(idrac_generation({{"Model", "9G"}}) == 9U);
  for (const json& odd : {json{}, json{{"Model", ""}}, json{{"Model", 17}}, json{{"Model", "iLO"}}})
    BOOST_TEST(idrac_generation(odd) == 0U);
}

BOOST_AUTO_TEST_CASE(finds_the_idracs_attributes_in_any_location) {
  const auto with = [](const std::string& path) {
    return json{{"Id", "iDRAC.1"},
                {"Links",
                 {{"Oem",
                   {{"Dell",
                     {{"DellAttributes",
                       json::array({{{"@odata.id", "/a/System.1"}}, {{"@odata.id", path}}})}}}}}}}};
  };
  for (const auto* path : {"/Managers/iDRAC.1/Oem/Dell/DellAttributes/iDRAC.1",
                           "/redfish/v1/Managers/iDRAC.1/Attributes"})
    BOOST_TEST(idrac_attributes_link(with(path)) == path);
  BOOST_TEST(idrac_attributes_link(with("/a/LifecycleController.1")) == "");
  BOOST_TEST(idrac_attributes_link(json{}) == "");
}

BOOST_AUTO_TEST_CASE(the_plain_interface_rejects_firmware_that_boots_another_drive) {
  for (const auto* firmware : {"5.10.00.00", "8.00", ""}) {
    idrac_fixture x;
    x.node.interfaces["boot"] = "redfish-virtual-media";
    x.answer_instead(idrac_path, 200, to_text(json{{"FirmwareVersion", firmware}}));
    const auto end = x.run("boot", "prepare_ramdisk");
    BOOST_TEST((end.why == error_code::invalid), end.reason);
    BOOST_TEST(holds(end.reason, "allowed: idrac-redfish-virtual-media"));
    BOOST_TEST(x.link.count("InsertMedia") == 0U);
  }
  idrac_fixture x;
  x.node.interfaces["boot"] = "redfish-virtual-media";
  x.done("boot", "prepare_ramdisk");
}

BOOST_AUTO_TEST_CASE(installation_rows_take_precedence) {
  idrac_fixture x;
  x.node.interfaces["boot"] = "redfish-virtual-media";
  auto options = quick_redfish();
  options.vendor_rows = {
      {{"vendor", "dell"}, {"firmware", "-7"}, {"media_boot_interface", "ipxe"}}};
  x.use(options);
  BOOST_TEST(holds(x.run("boot", "prepare_ramdisk").reason, "allowed: ipxe"));
}

BOOST_AUTO_TEST_SUITE_END()
