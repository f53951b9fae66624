#include "drivers/ipmi/ipmi_password.hpp"

#include "tests/unit/drivers/ipmi/ipmi_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

namespace {

constexpr const char* note_key = "bmc_rotation";

struct password_fixture : ipmi_fixture {
  password_fixture() {
    auto quick = options;
    quick.command_retry_timeout = 1s;
    use(quick);
  }

  step_request rotation(const json& args = json::object(), const std::string& run = "op-1") const {
    auto out = request("management", "rotate_password", args);
    out.id.operation_id = run;
    return out;
  }
  void learn(const step_outcome& told) {
    node.driver_info.edit().merge_patch(told.observed.driver_info);
    node.driver_internal_info.edit().merge_patch(told.observed.driver_internal_info);
  }
  /// Runs the first part and returns the new password.
  std::string note(const json& args = json::object()) {
    const auto told = run(rotation(args));
    BOOST_TEST_REQUIRE(told.part_done, told.reason);
    BOOST_TEST(get("password") == "");  // nothing was changed
    learn(told);
    return node.driver_internal_info.at(note_key).at("new_password");
  }
  /// The step is done, and machine and node have only that password.
  void check_done(const step_outcome& told, const std::string& password) {
    BOOST_TEST_REQUIRE((told.status == step_status::done), told.reason);
    BOOST_TEST(told.evidence.find(password) == std::string::npos);
    learn(told);
    BOOST_TEST(get("password") == password);
    BOOST_TEST(node.driver_info.at("ipmi_password") == password);
    BOOST_TEST(!node.driver_internal_info.contains(note_key));
    BOOST_TEST((run("power", "get_power_state").status == step_status::done));
  }
  size_t count(const std::string& command) const {
    const auto all = commands();
    return static_cast<size_t>(std::count(all.begin(), all.end(), command));
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(password_of_ipmi)

BOOST_AUTO_TEST_CASE(stores_the_password_then_sends_it_then_updates_the_node) {
  password_fixture bmc;
  const auto made = bmc.note();
  BOOST_TEST(made.size() == 16U);
  bmc.check_done(bmc.run(bmc.rotation()), made);
  BOOST_TEST(bmc.count("user set password 2") == 1U);  // the fake complains of one in arguments
}

BOOST_AUTO_TEST_CASE(accepts_a_given_password) {
  password_fixture bmc;
  BOOST_TEST(bmc.note({{"password", "Abcdef-1"}}) == "Abcdef-1");
  bmc.check_done(bmc.run(bmc.rotation({{"password", "Abcdef-1"}})), "Abcdef-1");
  for (const char* odd : {"short", "longer-than-16-bytes", "with blank"}) {
    const auto refused = bmc.run(bmc.rotation({{"password", odd}}, "op-2"));
    BOOST_TEST((refused.why == error_code::invalid), refused.reason);
    BOOST_TEST(holds(refused.reason, "8 to 16 printable"), refused.reason);
    BOOST_TEST(!holds(refused.reason, odd), refused.reason);
  }
}

BOOST_AUTO_TEST_CASE(rejects_errors_before_storing_anything) {
  password_fixture bmc;
  bmc.node.driver_info.edit().update(
      {{"ipmi_bridging", "single"}, {"ipmi_target_channel", "1"}, {"ipmi_target_address", "0x20"}});
  BOOST_TEST(holds(bmc.run(bmc.rotation()).reason, "driver_info.ipmi_bridging"));
  bmc.node.driver_info.edit()["ipmi_bridging"] = nullptr;
  bmc.node.driver_info.edit()["ipmi_username"] = nullptr;
  BOOST_TEST(holds(bmc.run(bmc.rotation()).reason, "driver_info.ipmi_username is absent"));
  BOOST_TEST(bmc.commands().empty());
  bmc.node.driver_info.edit()["ipmi_username"] = "admin";
  for (const char* users : {"\nguest", "admin\nadmin"}) {
    bmc.set("users", users);
    const auto refused = bmc.run(bmc.rotation());
    BOOST_TEST(holds(refused.reason, "users named 'admin'"), refused.reason);
    BOOST_TEST(refused.observed.driver_internal_info.empty());
  }
}

BOOST_AUTO_TEST_CASE(a_worker_that_dies_before_sending_leaves_it_to_the_next) {
  password_fixture bmc;
  const auto made = bmc.note();
  BOOST_TEST(!bmc.recover(bmc.rotation()));
  bmc.check_done(bmc.run(bmc.rotation()), made);
}

BOOST_AUTO_TEST_CASE(a_worker_that_dies_after_sending_is_recovered_by_asking_the_bmc) {
  password_fixture bmc;
  const auto made = bmc.note();
  bmc.set("password", made);
  BOOST_TEST((bmc.run("power", "get_power_state").status == step_status::done));  // in the meantime
  const auto found = bmc.recover(bmc.rotation());
  BOOST_TEST_REQUIRE(found.has_value());
  bmc.check_done(*found, made);
}

BOOST_AUTO_TEST_CASE(a_second_run_without_recovery_finds_the_valid_password) {
  password_fixture bmc;
  const auto made = bmc.note();
  bmc.set("password", made);
  bmc.check_done(bmc.run(bmc.rotation()), made);
  BOOST_TEST(bmc.count("user set password 2") == 0U);
}

BOOST_AUTO_TEST_CASE(asks_a_bmc_that_accepts_without_an_answer) {
  password_fixture bmc;
  const auto made = bmc.note();
  bmc.set("dies_after_password", "");
  bmc.check_done(bmc.run(bmc.rotation()), made);
}

BOOST_AUTO_TEST_CASE(a_rejected_password_leaves_the_node_unchanged) {
  password_fixture bmc;
  const auto made = bmc.note();
  bmc.set("refuses_password", "");
  const auto told = bmc.run(bmc.rotation());
  BOOST_TEST(to_string(told.status) == "failed");
  BOOST_TEST(holds(told.reason, "user set password 2"), told.reason);
  BOOST_TEST(!holds(told.reason, made));
  bmc.learn(told);
  BOOST_TEST(!bmc.node.driver_internal_info.contains(note_key));
  BOOST_TEST(bmc.node.driver_info.at("ipmi_password") == "secret");
}

BOOST_AUTO_TEST_CASE(an_unreachable_bmc_leaves_both_passwords_for_the_next_rotation) {
  for (const bool was_taken : {false, true}) {
    password_fixture bmc;
    const auto made = bmc.note();
    bmc.set("fault_of", "mc info");  // the command that tries the new one
    bmc.set("fault", "99\nError: Unable to establish IPMI v2 / RMCP+ session");
    bmc.set(was_taken ? "dies_after_password" : "refuses_password", "");
    const auto told = bmc.run(bmc.rotation());
    BOOST_TEST(to_string(told.status) == "failed");
    BOOST_TEST(holds(told.reason, "ironbus tries both"), told.reason);
    bmc.learn(told);
    bmc.set("fault", "0\n");
    BOOST_TEST((bmc.run("power", "get_power_state").status == step_status::done));
    bmc.set("users", "\nadmin");
    std::error_code ignored;
    std::filesystem::remove(bmc.folder + "/refuses_password", ignored);
    const auto next = bmc.run(bmc.rotation({{"password", "Abcdef-1"}}, "op-2"));
    BOOST_TEST_REQUIRE(next.part_done, next.reason);
    bmc.learn(next);
    if (was_taken) {  // the old one first; the new one is stored next
      BOOST_TEST(bmc.node.driver_info.at("ipmi_password") == made);
      bmc.learn(bmc.run(bmc.rotation({{"password", "Abcdef-1"}}, "op-2")));
    }
    bmc.check_done(bmc.run(bmc.rotation({{"password", "Abcdef-1"}}, "op-2")), "Abcdef-1");
  }
}

BOOST_AUTO_TEST_CASE(tries_the_last_accepted_password_first) {
  password_fixture bmc;
  bmc.set("password", bmc.note());
  bmc.run("power", "get_power_state");
  BOOST_TEST(bmc.count("power status") == 2U);
  bmc.run("power", "get_power_state");
  BOOST_TEST(bmc.count("power status") == 3U);
  bmc.set("password", "neither");
  const auto refused = bmc.run("power", "get_power_state");
  BOOST_TEST(holds(refused.reason, "rejected the user name"), refused.reason);
  BOOST_TEST(bmc.count("power status") == 5U);
  BOOST_TEST(!bmc.read_power({bmc.node})[0]);  // so soon the power sync does not try them again
  BOOST_TEST(bmc.count("power status") == 5U);
}

BOOST_AUTO_TEST_CASE(reads_users_by_column) {
  const std::string list =
      "ID  Name\t     Callin  Link Auth\tIPMI Msg   Channel Priv Limit\n"
      "1                    true    false      false      Unknown (0x00)\n"
      "2   admin            true    false      true       ADMINISTRATOR\n"
      "10  an admin, too    true    false      true       ADMINISTRATOR\n"
      "11  sixteen-letters-true    false      true       ADMINISTRATOR\n";
  BOOST_TEST(user_numbers(list, "admin") == std::vector{2}, boost::test_tools::per_element());
  BOOST_TEST(user_numbers(list, "an admin, too") == std::vector{10},
             boost::test_tools::per_element());
  BOOST_TEST(user_numbers(list, "sixteen-letters-") == std::vector{11},
             boost::test_tools::per_element());
  BOOST_TEST(user_numbers(list, "Name").empty());
  BOOST_TEST(user_numbers("", "admin").empty());
}

BOOST_AUTO_TEST_SUITE_END()
