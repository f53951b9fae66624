#include "ops/ironbusd/configuration/configuration.hpp"

#include "ops/ironbusd/commands/reference.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus::daemon;
using namespace std::chrono_literals;

namespace {

configuration load(const std::string& yaml) {
  problems wrong;
  auto out = load_configuration(read_yaml(yaml, "test.yaml", wrong));
  out.wrong.insert(out.wrong.begin(), wrong.begin(), wrong.end());
  return out;
}

/// The errors, a line each.
std::string errors(const configuration& configuration) {
  std::string out;
  for (const auto& one : configuration.wrong) out += to_string(one) + "\n";
  return out;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(reading_the_configuration)

BOOST_AUTO_TEST_CASE(an_empty_configuration_is_valid) {
  const auto x = load("");
  BOOST_TEST(errors(x) == "");
  BOOST_CHECK(x.values.all_roles() && x.values.local_bus() && x.values.sqlite_store());
  BOOST_CHECK(x.values.listen == (host_port{"127.0.0.1", 6385}));
}

BOOST_AUTO_TEST_CASE(the_total_size_of_bodies_covers_the_largest_body) {
  BOOST_TEST(has(errors(load("api: {max_json_body_size_provision: 65537}")),
                 "api.max_bodies_size_per_address: is less than the largest allowed body"));
  BOOST_TEST(has(errors(load("api: {max_bodies_size: 65535}")),
                 "api.max_bodies_size: is less than api.max_bodies_size_per_address; allowed: at "
                 "least 65536 KiB"));
  BOOST_TEST(errors(load("api: {max_json_body_size_provision: 65537, max_bodies_size_per_address: "
                         "65537, trusted_proxies: [192.0.2.0/24, '2001:db8::1']}")) == "");
  BOOST_TEST(has(errors(load("api: {trusted_proxies: [proxy]}")), "'proxy' is not a network"));
}

BOOST_AUTO_TEST_CASE(options_reach_their_settings) {
  const auto x = load(
      "listen: 127.0.0.2:80\n"
      "conductor:\n"
      "  automated_clean: false\n"
      "  deploy_callback_timeout: 5m\n"
      "  clean_step_priority_override: {deploy.erase_devices: 0}\n"
      "  sync_power_state_interval: 0\n"
      "api: {max_json_body_size: 2}\ndeploy: {fast_track: true, erase_devices_priority: 0}\n"
      "drivers:\n"
      "  enabled_power_interfaces: [fake]\n"
      "  default_power_interface: fake\n"
      "fake: {power_delay: '1,2', seed: 7}\n");
  BOOST_TEST(errors(x) == "");
  BOOST_TEST(x.values.listen.port == 80);
  BOOST_TEST(!x.values.conductor.automated_clean);
  BOOST_CHECK(x.values.conductor.deploy_callback_timeout == 300s);
  BOOST_TEST(x.values.policy.clean_step_priority_override.at("deploy.erase_devices") == 0);
  BOOST_CHECK(x.values.runtime.sync_power_state_interval == 0s);
  BOOST_TEST(x.values.api.body_bytes_max == 2048U);
  BOOST_CHECK(x.values.policy.fast_track);
  BOOST_TEST(x.values.policy.drivers.interfaces.at("power").at(0) == "fake");
  BOOST_TEST(x.values.policy.drivers.defaults.at("power") == "fake");
  BOOST_TEST(x.values.fake.delays.at("power") == "1,2");
}

BOOST_AUTO_TEST_CASE(the_command_line_wins_over_the_environment) {
  configuration_sources sources;
  sources.environment = {{"IRONBUS_LISTEN", "127.0.0.1:1"},
                         {"IRONBUS_CONDUCTOR_THREADS", "3"},
                         {"IRONBUS_DRIVERS_CONDUCTOR_GROUPS", "a,b"}};
  sources.arguments = {{"listen", "127.0.0.1:2"}};
  const auto x = load_configuration(sources);
  BOOST_TEST(errors(x) == "");
  BOOST_TEST(x.values.listen.port == 2);
  BOOST_TEST(x.values.runtime.threads == 3U);
  BOOST_TEST(x.values.executor.groups.size() == 2U);
  BOOST_TEST(x.origins.at("listen") == "--listen");
  BOOST_TEST(x.origins.at("conductor.threads") == "$IRONBUS_CONDUCTOR_THREADS");
}

BOOST_AUTO_TEST_CASE(every_error_is_reported_with_its_line) {
  const auto all =
      errors(load("listen: here\n"
                  "conductor:\n"
                  "  automated_clean: maybe\n"
                  "  threads: 0\n"
                  "  clean_callback_timeout: soon\n"
                  "log_level: loud\n"));
  BOOST_TEST(has(all, "test.yaml:1: listen: 'here' is not allowed; allowed: HOST:PORT"));
  BOOST_TEST(has(all,
                 "test.yaml:3: conductor.automated_clean: 'maybe' is not allowed; "
                 "allowed: true or false"));
  BOOST_TEST(has(all,
                 "test.yaml:4: conductor.threads: '0' is not allowed; allowed: a whole "
                 "number from 1 to 64"));
  BOOST_TEST(has(all, "test.yaml:5: conductor.clean_callback_timeout: 'soon'"));
  BOOST_TEST(has(all, "test.yaml:6: log_level: 'loud' is not allowed; allowed: one of trace"));
}

BOOST_AUTO_TEST_CASE(an_unknown_option_is_an_error_with_a_suggestion) {
  BOOST_TEST(has(errors(load("conductor: {automatd_clean: true}")),
                 "did you mean 'conductor.automated_clean'?"));
  BOOST_TEST(
      has(errors(load("automated_clean: true")), "did you mean 'conductor.automated_clean'?"));
  BOOST_TEST(errors(load("zzzzzzzz: 1")) == "test.yaml:1: zzzzzzzz: there is no such option\n");
  BOOST_TEST(has(errors(load("agent: {automatd_clean: true}")),
                 "did you mean 'conductor.automated_clean'?"));
  BOOST_TEST(has(errors(load("conductor: {heartbeat_timeout: 5m}")),
                 "did you mean 'api.ramdisk_heartbeat_timeout'?"));
}

BOOST_AUTO_TEST_CASE(options_have_aliases) {
  const auto named = load("agent: {heartbeat_timeout: 90}");
  BOOST_TEST(errors(named) == "");
  BOOST_CHECK(named.values.api.heartbeat_timeout == 90s);
  BOOST_TEST(named.origins.at("api.ramdisk_heartbeat_timeout") == "test.yaml:1");
  BOOST_TEST(has(errors(load("agent: {heartbeat_timeout: 1}")),
                 "test.yaml:1: api.ramdisk_heartbeat_timeout: '1' is not allowed"));
  BOOST_TEST(has(errors(load("api: {ramdisk_heartbeat_timeout: 60}\n"
                             "agent: {heartbeat_timeout: 90}")),
                 "test.yaml:2: agent.heartbeat_timeout: is set twice, first at test.yaml:1"));
  configuration_sources sources;
  sources.environment = {{"IRONBUS_AGENT_HEARTBEAT_TIMEOUT", "70"}};
  BOOST_CHECK(load_configuration(sources).values.api.heartbeat_timeout == 70s);
  sources.environment["IRONBUS_API_RAMDISK_HEARTBEAT_TIMEOUT"] = "80";
  BOOST_TEST(has(errors(load_configuration(sources)), "$IRONBUS_AGENT_HEARTBEAT_TIMEOUT"));
}

BOOST_AUTO_TEST_CASE(the_form_of_the_file_is_checked) {
  BOOST_TEST(has(errors(load("a: [")), "invalid YAML"));
  BOOST_TEST(has(errors(load("bus: local:")), "needs quotes"));
  BOOST_TEST(has(errors(load("- a")), "test.yaml:1: the file must consist of lines"));
  BOOST_TEST(has(errors(load("conductor: 5")), "conductor: is a section"));
  BOOST_TEST(has(errors(load("listen: a:1\nlisten: b:2")),
                 "test.yaml:2: listen: is set twice, first at test.yaml:1"));
  BOOST_TEST(errors(load("fake:\n  power_delay:\n    a: 1\n    a: 2")) ==
             "test.yaml:4: fake.power_delay: 'a' occurs twice\n");
  BOOST_TEST(has(errors(load("name: " + std::string(60, '[') + std::string(60, ']'))),
                 "test.yaml:1: name: it is nested too deeply"));
  BOOST_TEST(has(errors(load("name:")), "has no value"));
  BOOST_TEST(errors(load("conductor:\n")) == "");
  BOOST_TEST(has(errors(load_configuration(configuration_sources{"/nowhere/x.yaml", {}, {}})),
                 "cannot be read"));
}

BOOST_AUTO_TEST_CASE(a_local_bus_needs_all_roles) {
  const auto all = errors(load("roles: [gateway, conductor]"));
  BOOST_TEST(has(all, "bus: 'local' connects the roles of one process only"));
  BOOST_TEST(has(all, "store: 'sqlite' serves one process only"));
  BOOST_TEST(errors(load("roles: [driver]\nbus: amqp://h\nstore: redis://h")) == "");
}

BOOST_AUTO_TEST_CASE(rules_across_options_name_the_line_of_the_option) {
  BOOST_TEST(has(errors(load("drivers: {enabled_hardware_types: [toaster]}")),
                 "test.yaml:1: drivers.enabled_hardware_types"));
  BOOST_TEST(has(errors(load("fake: {power_delay: '1,2'}")), "test.yaml:1: fake.power_delay"));
  BOOST_TEST(has(errors(load("fake: {power_delay: x}")), "fake.power_delay: 'x'"));
  BOOST_TEST(has(errors(load("fake: {failures: [{how: explode}]}")), "explode"));
  BOOST_TEST(has(errors(load("listen: h:1\nhealth_listen: h:1")), "is also the address of listen"));
}

BOOST_AUTO_TEST_CASE(rows_of_vendors_are_checked_at_the_start) {
  const auto rows = [](const std::string& text) {
    return load("redfish: {vendor_rows: " + text + "}");
  };
  const auto good = rows("[{vendor: acme, firmware: 2-3.10, boot_whole: true}, {vendor: b}]");
  BOOST_TEST(errors(good) == "");
  BOOST_TEST(good.values.redfish.vendor_rows.size() == 2U);
  BOOST_TEST(good.values.redfish.vendor_rows[0].at("firmware") == "2-3.10");
  BOOST_TEST(has(errors(rows("[{vendor: a, firmware: new}]")),
                 "redfish.vendor_rows[0].firmware: 'new' is not allowed; allowed: versions"));
  BOOST_TEST(has(errors(rows("[{vendor: a}, {model: b}]")),
                 "redfish.vendor_rows[1]: lacks the key vendor"));
  for (const auto* text : {"acme", "[acme]", "{vendor: acme}", "[{vendor: [acme]}]"})
    BOOST_TEST(has(errors(rows(text)), "allowed: a list of maps with the keys vendor, model"));
}

BOOST_AUTO_TEST_CASE(priorities_are_checked_at_the_start) {
  for (const char* option : {"clean", "deploy", "verify"})
    for (const char* step : {"erase_devices", "disk.erase_devices", "deploy."}) {
      const auto key = std::string{option} + "_step_priority_override";
      const auto all = errors(load("conductor: {" + key + ": {" + step + ": 5}}"));
      BOOST_TEST(has(all, "conductor." + key + ": '" + step + "' is not a valid step name"), all);
    }
  BOOST_TEST(has(errors(load("conductor: {clean_step_priority_override: {bios.x: -1}}")),
                 "clean_step_priority_override"));
  BOOST_TEST(has(errors(load("deploy: {erase_devices_priority: x}")), "erase_devices_priority"));
  const auto good = load(
      "conductor: {deploy_step_priority_override: {raid.apply_configuration: 120}}\n"
      "deploy: {erase_devices_priority: 0}\n");
  BOOST_TEST(errors(good) == "");
  BOOST_TEST(good.values.policy.agent_clean_priorities.at("deploy.erase_devices") == 0);
  BOOST_TEST(good.values.policy.agent_clean_priorities.size() == 1U);
}

BOOST_AUTO_TEST_CASE(clean_steps_of_an_interface_have_different_priorities) {
  const auto context = [](const std::string& overrides, const std::string& more = {}) {
    return errors(load("conductor: {clean_step_priority_override: {" + overrides + "}}\n" + more));
  };
  BOOST_TEST(has(context("deploy.erase_a: 10, deploy.erase_b: 10"),
                 "conductor.clean_step_priority_override: 'deploy.erase_a' and 'deploy.erase_b' "
                 "have the same priority, 10;"));
  BOOST_TEST(has(context("deploy.erase_a: 5.5", "deploy: {erase_devices_priority: 5.5}\n"),
                 "'deploy.erase_a' and 'deploy.erase_devices' have the same priority, 5.5;"));
  BOOST_TEST(has(errors(load("deploy: {erase_devices_priority: 7,\n"
                             "  erase_devices_metadata_priority: 7}\n")),
                 "deploy.erase_devices_priority: 'deploy.erase_devices' and "
                 "'deploy.erase_devices_metadata' have the same priority, 7;"));
  BOOST_TEST(context("deploy.erase_a: 10, deploy.erase_b: 10.5, bios.factory_reset: 10") == "");
  BOOST_TEST(context("deploy.erase_a: 0, deploy.erase_b: 0") == "");
}

BOOST_AUTO_TEST_CASE(a_password_is_never_shown) {
  const auto x = load(
      "bus: amqp://user:sesame@host/\n"
      "store: redis://user:sesame@host/0\n");
  BOOST_TEST(errors(x) == "");
  const auto shown = effective_yaml(x) + effective_yaml(x, true);
  BOOST_TEST(!has(shown, "sesame"));
  BOOST_TEST(has(shown, "amqp://user:***@host/"));
  BOOST_TEST(!has(errors(load("bus: amqp://user:sesame@host:0/")), "sesame"));
  BOOST_TEST(!has(errors(load("bus: http://user:sesame@host/")), "sesame"));
}

BOOST_AUTO_TEST_CASE(a_misspelt_variable_is_a_warning) {
  configuration_sources sources;
  sources.environment = {{"IRONBUS_CONDUCTOR_AUTOMATED_CLEEN", "true"}, {"IRONBUS_URL", "x"}};
  const auto x = load_configuration(sources);
  BOOST_TEST(errors(x) == "");
  BOOST_REQUIRE(x.warnings.size() == 1U);
  BOOST_TEST(has(to_string(x.warnings[0]), "IRONBUS_CONDUCTOR_AUTOMATED_CLEAN"));
}

BOOST_AUTO_TEST_CASE(tls_with_bmcs_is_checked_at_the_start) {
  BOOST_TEST(errors(load("redfish: {tls_minimum_version: 1.3, tls_ciphers: ECDHE+AESGCM}")) == "");
  BOOST_TEST(has(errors(load("redfish: {tls_minimum_version: 1.0}")), "one of 1.1, 1.2, 1.3"));
  BOOST_TEST(has(errors(load("redfish: {tls_ciphers: NO-SUCH}")), "redfish.tls_ciphers"));
}

BOOST_AUTO_TEST_CASE(shares_for_virtual_media_are_checked_at_the_start) {
  BOOST_TEST(errors(load(
                 "nfs: {base_url: nfs://h/export, share_path: /tmp}\n"
                 "cifs: {base_url: smb://h/s, share_path: /tmp, username: u, password: p}")) == "");
  BOOST_TEST(has(errors(load("nfs: {base_url: http://h/x, share_path: /tmp}")),
                 "allowed: nfs://HOST/PATH"));
  BOOST_TEST(has(errors(load("cifs: {base_url: cifs://u:pw@h/x, share_path: /tmp}")),
                 "without user and password"));
  BOOST_TEST(has(errors(load("nfs: {base_url: nfs://h/x}")),
                 "nfs.share_path: is unset while nfs.base_url is set"));
  BOOST_TEST(has(errors(load("nfs: {base_url: nfs://h/x, share_path: tmp}")), "an absolute path"));
  BOOST_TEST(has(errors(load("cifs: {password: p}")),
                 "cifs.username: is unset while cifs.password is set"));
}

BOOST_AUTO_TEST_CASE(options_of_ironic_have_their_names_here) {
  const auto x = load(
      "oci: {verify_ca: /etc/registry.crt}\nredfish: {read_timeout: 300}\n"
      "agent_containers: {runner: docker, pull_options: [--tls-verify=false]}");
  BOOST_TEST(errors(x) == "");
  BOOST_TEST(x.values.agents.images.registry_verify_ca == "/etc/registry.crt");
  BOOST_CHECK((x.values.redfish.request_timeout == std::chrono::minutes{5}));
  BOOST_TEST(x.values.api.agent_containers.pull_options.at(0) == "--tls-verify=false");
  BOOST_TEST(has(errors(load("agent_containers: {runner: sh}")), "one of podman, docker"));
}

BOOST_AUTO_TEST_CASE(tls_of_outgoing_links_is_checked_at_the_start) {
  for (const std::string section : {"agent", "image", "webhooks", "amqp", "redis", "tracing"}) {
    const auto with = [&](const std::string& option) {
      return errors(load(section + ": {" + option + "}"));
    };
    BOOST_TEST(with("tls_minimum_version: 1.3, tls_ciphers: ECDHE+AESGCM") == "", section);
    BOOST_TEST(has(with("tls_minimum_version: 1.1"), "one of 1.2, 1.3"), section);
    BOOST_TEST(has(with("tls_ciphers: NO-SUCH"), section + ".tls_ciphers"), section);
  }
  const auto chosen = load(
      "agent: {tls_minimum_version: 1.2, tls_ciphers: ECDHE+AESGCM}\n"
      "image: {tls_ciphers: HIGH}\nredis: {tls_minimum_version: 1.3}");
  BOOST_CHECK((chosen.values.agents.tls == ironbus::tls_limits{"1.2", "ECDHE+AESGCM"}));
  BOOST_CHECK((chosen.values.agents.images.tls == ironbus::tls_limits{"1.2", "HIGH"}));
  BOOST_CHECK((chosen.values.redis.tls.limits == ironbus::tls_limits{"1.3", ""}));
}

BOOST_AUTO_TEST_SUITE_END()
