#include "tests/unit/drivers/ipmi/ipmi_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace ironbus;
using namespace ironbus::test;

namespace {

/// A fixture with many machines, read by the fake ipmipower.
struct many_machines : ipmi_fixture {
  many_machines() {
    auto wanted = options;
    wanted.ipmipower_path = folder + "/ipmipower";
    use(wanted);
  }

  machine at(const std::string& address, const json& more = json::object()) const {
    auto out = node;
    out.driver_info.edit()["ipmi_address"] = address;
    out.driver_info.edit().update(more);
    return out;
  }

  /// The hosts of each ipmipower process, sorted.
  std::vector<std::string> batches() const {
    std::vector<std::string> out;
    const auto text = get("batches");
    for (size_t at = 0; at < text.size();) {
      const auto end = std::min(text.find('\n', at), text.size());
      out.push_back(text.substr(at, end - at));
      at = end + 1;
    }
    std::sort(out.begin(), out.end());
    return out;
  }
};

using texts = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(power_of_many_machines)

BOOST_AUTO_TEST_CASE(reads_nodes_with_equal_credentials_in_one_process) {
  many_machines all;
  all.set("answers", "192.0.2.2:623 off");
  const auto found =
      all.read_power({all.at("192.0.2.1"), all.at("192.0.2.2"), all.at("192.0.2.3")});
  BOOST_TEST((found[0].value().power == power_state::on));
  BOOST_TEST((found[1].value().power == power_state::off));
  BOOST_TEST((found[2].value().power == power_state::on));
  BOOST_TEST(all.batches() == texts{"192.0.2.1:623,192.0.2.2:623,192.0.2.3:623"},
             boost::test_tools::per_element());
  BOOST_TEST(all.commands().empty());  // no ipmitool
}

BOOST_AUTO_TEST_CASE(uses_another_process_for_another_cipher_suite_or_the_same_address) {
  many_machines all;
  const auto found = all.read_power({all.at("192.0.2.1"), all.at("192.0.2.1", {{"ipmi_port", 7}}),
                                     all.at("192.0.2.2", {{"ipmi_cipher_suite", 3}})});
  BOOST_TEST(std::all_of(found.begin(), found.end(), [](const auto& x) { return x.has_value(); }));
  BOOST_TEST(all.batches() == (texts{"192.0.2.1:623", "192.0.2.1:7", "192.0.2.2:623"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(reports_a_silent_bmc_and_reads_it_separately_next_time) {
  many_machines all;
  all.set("answers", "192.0.2.2:623 connection timeout");
  const std::vector<machine> machines{all.at("192.0.2.1"), all.at("192.0.2.2")};
  const auto found = all.read_power(machines);
  BOOST_TEST((found[0].value().power == power_state::on));
  BOOST_REQUIRE(!found[1]);
  BOOST_TEST(to_string(found[1].error().code) == "timeout");
  BOOST_TEST(found[1].error().message ==
             "Cannot read the power state from the BMC at 192.0.2.2:623: it did not respond.");
  all.read_power(machines);
  BOOST_TEST(
      all.batches() == (texts{"192.0.2.1:623", "192.0.2.1:623,192.0.2.2:623", "192.0.2.2:623"}),
      boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(reports_wrong_credentials_without_trying_another_program) {
  many_machines all;
  all.set("answers", "192.0.2.1:623 password invalid");
  const auto found = all.read_power({all.at("192.0.2.1")});
  BOOST_REQUIRE(!found[0]);
  BOOST_TEST(found[0].error().message.find("rejected the user name") != std::string::npos);
  BOOST_TEST(all.commands().empty());
}

BOOST_AUTO_TEST_CASE(the_power_sync_does_not_retry_rejected_credentials) {
  many_machines all;
  all.set("answers", "192.0.2.1:623 password invalid");
  all.set("password", "another");
  const auto by_ipmitool = [&all](const char* password) {
    return all.at("2001:db8::1", {{"ipmi_password", password}});  // which ipmipower cannot ask
  };
  for (int survey = 0; survey < 3; ++survey)
    for (const auto& found : all.read_power({all.at("192.0.2.1"), by_ipmitool("secret")})) {
      BOOST_REQUIRE(!found);
      BOOST_TEST(
          holds(found.error().message, "rejected the user name, the password or the K_g key"));
    }
  BOOST_TEST(all.batches().size() == 1U);
  BOOST_TEST(all.commands().size() == 1U);
  // Other credentials are tried, and so is a command on request.
  BOOST_TEST(all.read_power({by_ipmitool("another")})[0].has_value());
  all.set("password", "secret");
  BOOST_TEST(to_string(all.run("power", "get_power_state").status) == "done");
}

BOOST_AUTO_TEST_CASE(falls_back_to_ipmitool_if_ipmipower_fails) {
  many_machines all;
  all.set("answers", "192.0.2.1:623 BMC error");
  for (int i = 0; i < 3; ++i)
    BOOST_TEST((all.read_power({all.at("192.0.2.1")})[0].value().power == power_state::off));
  // The second time the cipher suite is known, so ipmipower is known not to work.
  BOOST_TEST(all.batches().size() == 2U);
  BOOST_TEST(all.commands().size() == 3U);
}

BOOST_AUTO_TEST_CASE(falls_back_to_ipmitool_if_ipmipower_cannot_express_it) {
  many_machines all;
  const auto found = all.read_power(
      {all.at("2001:db8::1"), all.at("192.0.2.2", {{"ipmi_protocol_version", "1.5"}})});
  BOOST_TEST((found[0].value().power == power_state::off));
  BOOST_TEST((found[1].value().power == power_state::off));
  BOOST_TEST(all.batches().empty());
}

BOOST_AUTO_TEST_CASE(works_without_ipmipower) {
  many_machines all;
  auto without = all.options;
  without.ipmipower_path = "/nonexistent/ipmipower";
  all.use(without);
  BOOST_TEST((all.read_power({all.at("192.0.2.1")})[0].value().power == power_state::off));
}

BOOST_AUTO_TEST_CASE(names_the_error_of_a_node) {
  many_machines all;
  const auto found = all.read_power({all.at("-x")});
  BOOST_REQUIRE(!found[0]);
  BOOST_TEST(found[0].error().message.starts_with("driver_info.ipmi_address"));
}

BOOST_AUTO_TEST_SUITE_END()
