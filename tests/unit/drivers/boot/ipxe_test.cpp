#include "messages/model/snapshot.hpp"
#include "tests/unit/drivers/boot/boot_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

BOOST_FIXTURE_TEST_SUITE(ipxe, boot_fixture)

BOOST_AUTO_TEST_CASE(the_script_has_all_agent_parameters) {
  options.agent_debug = true;
  const auto script = prepared();
  BOOST_TEST(script.starts_with("#!ipxe\n"));
  BOOST_TEST(holds(script,
                   "kernel http://192.0.2.80/kernel ipa-api-url=http://192.0.2.1:6385 "
                   "ipa-global-request-id=req-0d4f0c6f-3a0e-4a8e-9a51-6b0b5f7a1e02 "
                   "ipa-debug=1 nofb vga=normal BOOTIF=01-${mac:hexhyp} initrd=ramdisk"),
             script);
  BOOST_TEST(holds(script, "initrd --name ramdisk http://192.0.2.80/ramdisk "));
}

BOOST_AUTO_TEST_CASE(an_inspection_has_its_callback_url) {
  const std::string script =
      "ipa-inspection-callback-url=http://192.0.2.1:6385/v1/continue_inspection";
  request.machine.driver_internal_info.edit()["inspection_kernel_params"] = script;
  BOOST_TEST(!holds(prepared(), script));
  request.kind = workflow::inspect;
  BOOST_TEST(holds(prepared(), script));
}

BOOST_AUTO_TEST_CASE(a_rescue_boots_the_rescue_files) {
  request.kind = workflow::rescue;
  policy.drivers.ramdisks.rescue_kernel = "http://192.0.2.80/rescue-kernel";
  request.machine.driver_info.edit()["rescue_ramdisk"] = "http://192.0.2.80/rescue-ramdisk";
  const auto script = prepared();
  BOOST_TEST(holds(script, "/rescue-kernel "));
  BOOST_TEST(holds(script, "/rescue-ramdisk "));
}

BOOST_AUTO_TEST_CASE(instance_then_node_set_extra_parameters) {
  request.machine.driver_info.edit()["kernel_append_params"] = "console=ttyS0 %default%";
  BOOST_TEST(holds(prepared(), " console=ttyS0 nofb vga=normal BOOTIF"));
  request.machine.instance_info.edit()["kernel_append_params"] = "quiet";
  BOOST_TEST(holds(prepared(), " quiet BOOTIF"));
}

BOOST_AUTO_TEST_CASE(only_boot_ports_have_links_and_all_are_removed) {
  const auto links = http / "pxelinux.cfg";
  const auto script = prepared();
  BOOST_TEST(text_of(links / "52-54-00-00-00-01") == script);
  BOOST_TEST(!fs::exists(fs::symlink_status(links / "52-54-00-00-00-02")));
  request.machine.ports = {boot_port("52:54:00:00:00:03")};  // the port was changed in the meantime
  BOOST_TEST((run("clean_up_ramdisk").status == step_status::done));
  BOOST_TEST(fs::is_empty(links));
  BOOST_TEST(!fs::exists(http / boot_uuid));
  BOOST_TEST((run("clean_up_ramdisk").status == step_status::done));  // again: nothing to do
}

BOOST_AUTO_TEST_CASE(without_boot_ports_all_ports_have_links) {
  request.machine.ports = {boot_port("52:54:00:00:00:01", false),
                           boot_port("52:54:00:00:00:02", false)};
  prepared();
  BOOST_TEST(fs::exists(http / "pxelinux.cfg/52-54-00-00-00-01"));
  BOOST_TEST(fs::exists(http / "pxelinux.cfg/52-54-00-00-00-02"));
}

BOOST_AUTO_TEST_CASE(keeps_the_link_of_a_mac_that_moved_to_another_node) {
  prepared();
  const auto link = http / "pxelinux.cfg/52-54-00-00-00-01";
  fs::remove(link);
  fs::create_symlink("../another/config", link);
  run("clean_up_ramdisk");
  BOOST_TEST(fs::read_symlink(link) == "../another/config");
}

BOOST_AUTO_TEST_CASE(shares_local_images_with_machines) {
  std::ofstream{root / "images/kernel.img"} << "vmlinuz";
  request.machine.driver_info.edit()["deploy_kernel"] =
      "file://" + (root / "images/kernel.img").string();
  const auto script = prepared();
  BOOST_TEST(holds(script, "kernel http://192.0.2.1:6385/v1/boot/" + boot_uuid + "/kernel "));
  BOOST_TEST(text_of(http / boot_uuid / "kernel") == "vmlinuz");
  request.machine.driver_info.edit()["deploy_kernel"] = "file:///etc/hostname";
  BOOST_TEST(holds(run("prepare_ramdisk").reason, "not below"));
}

BOOST_AUTO_TEST_CASE(unwritable_files_and_a_missing_url_fail_the_step) {
  policy.service_url = "";
  BOOST_TEST(holds(run("prepare_ramdisk").reason, "agent.service_url"));
  policy.service_url = "http://192.0.2.1";
  std::ofstream{root / "plain"} << "no folder";
  policy.boot_root = (root / "plain").string();
  BOOST_TEST(holds(run("prepare_ramdisk").reason, "cannot be written"));
}

BOOST_AUTO_TEST_CASE(a_live_instance_boots_its_own_script) {
  policy.service_url = "";
  const auto booted = [&](json instance) {
    request.machine.instance_info = std::move(instance);
    request.what.args = {{"live", true}};
    const auto end = run("prepare_instance");
    return end.status == step_status::done ? text_of(http / boot_uuid / "config") : end.reason;
  };
  const auto script = booted(
      {{"kernel", "http://h/k"}, {"ramdisk", "http://h/r"}, {"ramdisk_kernel_arguments", "q"}});
  BOOST_TEST(holds(script, "kernel http://h/k q BOOTIF=01-${mac:hexhyp} initrd=ramdisk"), script);
  BOOST_TEST(holds(script, "initrd --name ramdisk http://h/r "));
  BOOST_TEST(text_of(http / "pxelinux.cfg/52-54-00-00-00-01") == script);
  const auto disc = booted({{"boot_iso", "http://h/a.iso"}});
  BOOST_TEST(holds(disc, "sanboot http://h/a.iso || goto again"), disc);
  BOOST_TEST((run("clean_up_instance").status == step_status::done));
  BOOST_TEST(!fs::exists(http / boot_uuid));
  BOOST_TEST(holds(booted({{"kernel", "http://h/k"}}), "needs boot_iso, or kernel and ramdisk"));
  BOOST_TEST(holds(booted({{"boot_iso", "http://h/a\nexit"}}), "control characters"));
}

BOOST_AUTO_TEST_CASE(an_instance_on_a_disk_has_no_script) {
  prepared();
  BOOST_TEST((run("prepare_instance").status == step_status::done));
  BOOST_TEST(!fs::exists(http / boot_uuid));
}

BOOST_AUTO_TEST_CASE(checks_the_nodes_values_again_before_writing) {
  request.machine.instance_info = {{"kernel_append_params", "quiet\nchain http://evil"}};
  BOOST_TEST(holds(run("prepare_ramdisk").reason, "line breaks"));
}

BOOST_AUTO_TEST_CASE(checks_the_values_of_a_live_instance) {
  const auto live = [&](const json& instance) {
    node_snapshot x;
    x.attributes.instance_info = instance;
    const auto bad = network_boot_implementation(how, {}).validate_live(x);
    return bad ? bad->message : std::string{};
  };
  const json good{{"kernel", "http://h/k"}, {"ramdisk", "http://h/r"}};
  BOOST_TEST(live(good) == "");
  BOOST_TEST(live({{"boot_iso", "https://h/a.iso"}}) == "");
  BOOST_TEST(holds(live(json::object()), "needs boot_iso"));
  BOOST_TEST(
      holds(live({{"boot_iso", "nfs://h/a.iso"}}), "instance_info.boot_iso 'nfs://h/a.iso'"));
  auto odd = good;
  odd["ramdisk_kernel_arguments"] = "a || b";
  BOOST_TEST(holds(live(odd), "ramdisk_kernel_arguments"));
}

BOOST_AUTO_TEST_CASE(malformed_names_become_no_paths) {
  request.machine.ports = {boot_port("../../../etc/x"), boot_port("52:54:00:00:00:01/..")};
  prepared();
  BOOST_TEST(!fs::exists(http / "pxelinux.cfg"));
  request.machine.uuid = "../outside";
  BOOST_TEST((run("prepare_ramdisk").status == step_status::failed));
  run("clean_up_ramdisk");
  BOOST_TEST(fs::exists(root / "images"));
}

BOOST_AUTO_TEST_CASE(checks_the_nodes_values) {
  const json good = {{"deploy_kernel", "http://h/k"}, {"deploy_ramdisk", "https://h/r"}};
  BOOST_TEST(wrong(good) == "");
  BOOST_TEST(holds(wrong({{"deploy_kernel", "http://h/k"}}), "deploy_ramdisk"));
  driver_options configured;
  configured.ramdisks.deploy_kernel = "http://h/k";
  configured.ramdisks.deploy_ramdisk = "http://h/r";
  BOOST_TEST(wrong(json::object(), configured) == "");
  const auto render = [&](const char* key, const json& value) {
    auto out = good;
    out[key] = value;
    return wrong(out);
  };
  BOOST_TEST(holds(render("deploy_kernel", "ftp://h/k"), "allowed: http://"));
  BOOST_TEST(holds(render("deploy_kernel", "http://h/k\nexit"), "deploy_kernel"));
  BOOST_TEST(holds(render("deploy_kernel", "file:///etc/shadow"), "not below"));
  BOOST_TEST(holds(render("kernel_append_params", "quiet\nchain http://evil"), "line breaks"));
  BOOST_TEST(holds(render("kernel_append_params", "quiet || exit"), "||"));
}

BOOST_AUTO_TEST_SUITE_END()
