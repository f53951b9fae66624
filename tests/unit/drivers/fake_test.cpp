#include "drivers/fake/fake_interface.hpp"
#include "messages/model/snapshot.hpp"
#include "worker.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>

using namespace ironbus;
using namespace ironbus::test;

namespace {

/// Runs a step on a new fake and returns all its outcomes.
std::vector<step_outcome> play(const fake_options& options, const step_request& request,
                               const permit& allowed = lasting_permit()) {
  boost::asio::io_context io;
  fake_interface fake{make_fake_context(options, io).value()};
  std::vector<step_outcome> out;
  fake.run({request, allowed}, [&](step_outcome end) { out.push_back(std::move(end)); });
  io.run();
  return out;
}

fake_options with_fault(std::string how, uint32_t times = 0) {
  fake_options out;
  fake_failure x;
  x.interface = "bios";
  x.step = "factory_reset";
  x.how = std::move(how);
  x.times = times;
  x.reason = "told to";
  x.after_seconds = 0;
  out.failures = {x};
  return out;
}

step_request reset() { return request_for("bios", "factory_reset"); }

step_request scripted(const char* key, json entries) {
  auto out = reset();
  out.machine.driver_info.edit()[key] = std::move(entries);
  return out;
}

struct temporary_file {
  std::string path =
      (std::filesystem::temp_directory_path() / ("ironbus-journal-" + std::to_string(::getpid())))
          .string();
  temporary_file() { std::filesystem::remove(path); }
  ~temporary_file() { std::filesystem::remove(path); }
};

std::vector<json> lines_of(const std::string& path) {
  std::vector<json> out;
  std::ifstream file{path};
  for (std::string text; std::getline(file, text);) out.push_back(json::parse(text));
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fakes)

// -- effects --------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(reports_power_changes_and_keeps_unknown_power_unknown) {
  const std::map<std::string, std::string> ends{{"power on", "power on"},
                                                {"power off", "power off"},
                                                {"rebooting", "power on"},
                                                {"soft rebooting", "power on"},
                                                {"soft power off", "power off"}};
  for (const auto& [target, state] : ends) {
    const auto end = play({}, request_for("power", "set_power_state", {{"target", target}}));
    BOOST_TEST(to_string(end.at(0).observed.power_state.value()) == state);
  }
  auto get = request_for("power", "get_power_state");
  BOOST_TEST(!play({}, get).at(0).observed.power_state);
  get.machine.power_state = power_state::off;
  BOOST_TEST((play({}, get).at(0).observed.power_state.value() == power_state::off));
}

BOOST_AUTO_TEST_CASE(raid_and_settings_have_their_effects) {
  auto create = request_for("raid", "create_configuration");
  BOOST_TEST(to_string(play({}, create).at(0).status) == "failed");  // no target
  create.machine.target_raid_config = {{"logical_disks", {{{"raid_level", "1"}, {"size_gb", 9}}}}};
  BOOST_TEST(play({}, create).at(0).observed.raid_config == create.machine.target_raid_config);
  const auto gone = play({}, request_for("raid", "delete_configuration"));
  BOOST_TEST(gone.at(0).observed.raid_config.at("logical_disks").empty());
  const auto boot = request_for("management", "set_boot_device", {{"device", "floppy"}});
  BOOST_TEST(play({}, boot).at(0).reason ==
             "The boot device 'floppy' is not supported; allowed: pxe, disk, cdrom.");
}

BOOST_AUTO_TEST_CASE(boots_from_the_one_time_device_once_then_as_before) {
  machine target_machine;
  const auto plays = [&target_machine](std::string interface, std::string name, json args) {
    auto x = request_for(std::move(interface), std::move(name), std::move(args));
    x.machine.driver_internal_info = target_machine.driver_internal_info;
    x.machine.power_state = power_state::off;
    auto end = play({}, x).at(0);
    target_machine.driver_internal_info.edit().merge_patch(end.observed.driver_internal_info);
    return end;
  };
  const auto set = [&](const char* device, bool persistent) {
    plays("management", "set_boot_device", {{"device", device}, {"persistent", persistent}});
  };
  const auto shown = [&] { return plays("management", "get_boot_device", {}).answer; };
  const auto booted = [&] { return plays("power", "set_power_state", {{"target", "rebooting"}}); };
  BOOST_TEST(shown() == json({{"boot_device", "pxe"}, {"persistent", false}}));
  set("disk", true);
  BOOST_TEST(shown() == json({{"boot_device", "disk"}, {"persistent", true}}));
  set("cdrom", false);
  BOOST_TEST(shown() == json({{"boot_device", "cdrom"}, {"persistent", false}}));
  BOOST_TEST(booted().evidence == "simulated: rebooting, booted from cdrom");
  BOOST_TEST(booted().evidence == "simulated: rebooting, booted from disk");
}

BOOST_AUTO_TEST_CASE(power_readings_follow_the_script) {
  const auto read = [](const fake_options& options, const json& info) {
    boost::asio::io_context io;
    fake_interface fake{make_fake_context(options, io).value()};
    machine target_machine;
    target_machine.uuid = "n-1";
    target_machine.power_state = power_state::on;
    target_machine.driver_info = info;
    std::string said = "nothing";
    fake.read_power(target_machine, lasting_permit(), [&](const auto& x) {
      said = !x ? x.error().message : x->power ? std::string{to_string(*x->power)} : "null";
    });
    io.run();
    return said;
  };
  BOOST_TEST(read({}, json::object()) == "power on");
  BOOST_TEST(read({}, {{"fake_failures", {{"power.get_power_state", "no BMC"}}}}) == "no BMC");
  auto options = with_fault("fail");
  options.failures[0].interface = "power";
  options.failures[0].step = "get_power_state";
  BOOST_TEST(read(options, json::object()) == "told to");
  options.failures[0].how = "never-answer";
  BOOST_TEST(read(options, json::object()) == "nothing");
}

BOOST_AUTO_TEST_CASE(inspection_returns_the_nodes_inventory) {
  auto inspect = request_for("inspect", "inspect_hardware");
  BOOST_TEST(play({}, inspect).at(0).observed.inventory.is_null());
  inspect.machine.driver_info.edit()["fake_inventory"] = {{"cpu", {{"count", 4}}}};
  const json found{{"inventory", {{"cpu", {{"count", 4}}}}}, {"plugin_data", json::object()}};
  BOOST_TEST(play({}, inspect).at(0).observed.inventory == found);
}

// -- time -----------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(random_delays_depend_on_seed_and_step_only) {
  const auto range = parse_fake_delay("fake.deploy_delay", "1,3").value();
  auto x = request_for("deploy", "deploy");
  std::set<int64_t> drawn;
  for (x.id.index = 0; x.id.index < 100; ++x.id.index) {
    const auto time = range.draw(7, x);
    BOOST_TEST((time == range.draw(7, x)));
    BOOST_TEST((time != range.draw(8, x)));
    BOOST_TEST((time >= fake_seconds(1) && time <= fake_seconds(3)));
    drawn.insert(time.count());
  }
  BOOST_TEST(drawn.size() > 95U);
}

BOOST_AUTO_TEST_CASE(delays_are_seconds_or_ranges) {
  BOOST_TEST((parse_fake_delay("x", "0").value().draw(1, reset()) == fake_duration{0}));
  BOOST_TEST((parse_fake_delay("x", " 1.5 ").value().draw(1, reset()) == fake_seconds(1.5)));
  for (const char* bad : {"", "a", "1,", ",1", "2,1", "-1", "nan", "inf", "86401", "1,2,3", "1 2"})
    BOOST_TEST(!parse_fake_delay("x", bad).has_value(), bad);
}

// -- faults ---------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(injects_each_kind_of_fault) {
  const auto failed = play(with_fault("fail"), reset());
  BOOST_TEST(to_string(failed.at(0).status) == "failed");
  BOOST_TEST(failed[0].reason == "told to");
  const auto waits = play(with_fault("wait"), reset());
  BOOST_TEST(to_string(waits.at(0).status) == "waiting");
  BOOST_TEST(to_string(waits[0].waits_for) == "agent");
  BOOST_TEST(to_string(play(with_fault("interrupt"), reset()).at(0).status) == "interrupted");
  BOOST_TEST(play(with_fault("never-answer"), reset()).empty());
}

BOOST_AUTO_TEST_CASE(injects_a_fault_for_its_step_and_node_as_often_as_configured) {
  auto faults = fake_faults::build(with_fault("fail", 2).failures).value();
  BOOST_TEST(!faults->inject(request_for("bios", "apply_configuration")).has_value());
  BOOST_TEST(faults->inject(reset()).has_value());
  BOOST_TEST(faults->inject(reset()).has_value());
  BOOST_TEST(!faults->inject(reset()).has_value());

  auto of_web = with_fault("fail").failures;
  of_web[0].node = "web-1";
  faults = fake_faults::build(of_web).value();
  auto named = reset();
  BOOST_TEST(!faults->inject(named).has_value());
  named.machine.name = "web-1";
  BOOST_TEST(faults->inject(named).has_value());
}

// -- the node's own script ------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(a_node_may_script_its_steps) {
  const auto failed = play({}, scripted("fake_failures", {{"bios.factory_reset", "no luck"}}));
  BOOST_TEST(failed.at(0).reason == "no luck");
  const auto waits = play({}, scripted("fake_waits", {{"bios", "agent"}}));
  BOOST_TEST(to_string(waits.at(0).status) == "waiting");
  const auto other = play({}, scripted("fake_failures", {{"raid", "no luck"}}));
  BOOST_TEST(to_string(other.at(0).status) == "done");
}

BOOST_AUTO_TEST_CASE(names_the_error_of_a_script) {
  const auto catalog = build_catalog({}).value();
  auto refusal = [&](const char* key, json entries) {
    node_snapshot x;
    x.attributes.driver = "fake-hardware";
    x.attributes.power_interface = "fake";
    x.attributes.driver_info.edit()[key] = std::move(entries);
    const auto bad = catalog.validate(x, "power");
    return bad ? bad->message : "";
  };
  BOOST_TEST(refusal("fake_delays", {{"deploy.deploy", 1.5}}).empty());
  BOOST_TEST(refusal("fake_delays", {{"deploy.deploy", 1e9}}) ==
             "driver_info/fake_delays: 'deploy.deploy' is 1000000000.0; allowed: seconds from 0 to "
             "86400.");
  BOOST_TEST(!refusal("fake_delays", json::array()).empty());
  BOOST_TEST(!refusal("fake_waits", {{"deploy", "godot"}}).empty());
  BOOST_TEST(!refusal("fake_waits", {{"levitation", "agent"}}).empty());
  BOOST_TEST(!refusal("fake_failures", {{"deploy", ""}}).empty());
  BOOST_TEST(!refusal("fake_failures", {{"deploy", std::string(501, 'x')}}).empty());
}

// -- the journal ----------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(the_journal_records_each_execution_for_the_next_worker) {
  temporary_file file;
  fake_options options;
  options.journal = file.path;
  play(options, reset(), test_lease{"worker-1", "a"}.issue());
  const auto lines = lines_of(file.path);
  BOOST_TEST(lines.size() == 2U);
  BOOST_TEST(lines.at(0).at("what") == "start");
  BOOST_TEST(lines.at(1).at("what") == "done");
  BOOST_TEST(lines[1].at("worker") == "worker-1/a");
  BOOST_TEST(lines[1].at("operation_id") == "op-1");
  BOOST_TEST(lines[1].at("index") == 3);
  BOOST_TEST(lines[1].at("step") == "factory_reset");

  boost::asio::io_context io;
  fake_interface heir{make_fake_context(options, io).value()};
  auto recovered = [&](const step_request& request) {
    std::optional<step_outcome> out;
    heir.recover(permitted(request), [&](auto known) { out = std::move(known); });
    return out;
  };
  BOOST_TEST(to_string(recovered(reset()).value().status) == "done");
  BOOST_TEST(lines_of(file.path).back().at("what") == "recovered");
  auto never_run = reset();
  never_run.id.attempt = 2;
  never_run.what.repeatable = false;  // the journal takes precedence over the declaration
  BOOST_TEST(!recovered(never_run).has_value());
}

BOOST_AUTO_TEST_CASE(a_worker_without_a_lease_does_not_record_the_end) {
  temporary_file file;
  fake_options options;
  options.journal = file.path;
  options.delays["bios"] = "0.01";
  boost::asio::io_context io;
  fake_interface fake{make_fake_context(options, io).value()};
  test_lease worker;
  std::string ended;
  fake.run({reset(), worker.issue()},
           [&](const step_outcome& end) { ended = to_string(end.status); });
  worker.lapse();
  io.run();
  BOOST_TEST(ended == "interrupted");
  BOOST_TEST(lines_of(file.path).size() == 1U);  // only the start
}

BOOST_AUTO_TEST_CASE(without_a_journal_the_declaration_decides) {
  boost::asio::io_context io;
  fake_interface heir{make_fake_context({}, io).value()};
  auto x = reset();
  heir.recover(permitted(x), [](auto known) { BOOST_TEST(!known.has_value()); });
  x.what.repeatable = false;
  heir.recover(permitted(x),
               [](auto known) { BOOST_TEST(to_string(known->status) == "interrupted"); });
}

BOOST_AUTO_TEST_SUITE_END()
