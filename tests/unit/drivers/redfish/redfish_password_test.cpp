#include "tests/unit/drivers/redfish/parts_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

namespace {

constexpr const char* note_key = "bmc_rotation";

struct password_fixture : parts_fixture {
  using parts_fixture::parts_fixture;

  std::string factory = link.bmc.who().password;

  std::string password() const { return node.driver_info.at("redfish_password"); }
  std::string noted() const { return node.driver_internal_info.at(note_key).at("new_password"); }
  bool holds_note() const { return node.driver_internal_info.contains(note_key); }

  step_request rotation(const std::string& run = "op-1") const {
    auto out = request("management", "rotate_password");
    out.id.operation_id = run;
    return out;
  }
  void learn(const step_outcome& outcome) {
    node.driver_info.edit().merge_patch(outcome.observed.driver_info);
    node.driver_internal_info.edit().merge_patch(outcome.observed.driver_internal_info);
  }
  void note() {
    const auto outcome = run(rotation());
    BOOST_TEST_REQUIRE(outcome.part_done, outcome.reason);
    learn(outcome);
  }
  /// A client without memory can log in with the node's password only.
  void check_usable() {
    link.instead = nullptr;
    use(options);
    BOOST_TEST(!holds_note());
    done("power", "get_power_state");
  }
  /// Response to the PATCH of the account, which the BMC has received.
  void answer_change_with(std::optional<http_result> said, bool heard = true) {
    link.instead = [this, said, heard](const http_request& x) -> std::optional<http_result> {
      if (x.method != http_method::patch) return std::nullopt;
      if (heard) link.bmc.answer_to({"PATCH", x.target, x.headers, x.body});
      return said;
    };
  }
};

http_result refusal_with(const std::string& words) {
  http_response out;
  out.status = 400;
  out.body = R"({"error":{"@Message.ExtendedInfo":[{"Message":")" + words + R"("}]}})";
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(password_of_redfish)

BOOST_AUTO_TEST_CASE(changes_the_password_with_every_vendor) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      for (const char* auth : {"auto", "basic"}) {
        password_fixture x{profile};
        x.node.driver_info = x.link.driver_info(auth);
        const auto report = x.carry_out("management", "rotate_password");
        BOOST_TEST(report.end.reason == "");
        BOOST_TEST(report.story == (std::vector<std::string>{"part", "done"}),
                   boost::test_tools::per_element());
        BOOST_TEST(x.password() != x.factory);
        BOOST_TEST(x.password().size() == 16U);
        BOOST_TEST(x.link.count("PATCH /redfish/v1/AccountService/Accounts/2 2") == 1U);
        for (const auto& outcome : report.outcomes)
          BOOST_TEST(!holds(outcome.evidence + outcome.reason, x.password()));
        x.check_usable();
      }
    }
}

BOOST_AUTO_TEST_CASE(the_node_has_a_valid_password_whenever_a_worker_dies) {
  for (const char* auth : {"auto", "basic"})
    for (size_t call = 0;; ++call) {
      password_fixture x{"dell"};
      x.node.driver_info = x.link.driver_info(auth);
      const auto report =
          x.carry_out_with_death("management", "rotate_password", json::object(), call);
      BOOST_TEST_CONTEXT(auth << " dies at call " << call) {
        BOOST_TEST_REQUIRE((report.end.status == step_status::done), report.end.reason);
        BOOST_TEST(x.password() != x.factory);
        const bool died = x.has_died();
        x.check_usable();
        if (!died) break;
      }
      BOOST_TEST_REQUIRE(call < 100U);
    }
}

BOOST_AUTO_TEST_CASE(accepts_a_password_within_the_bmcs_limits) {
  password_fixture x;
  const auto report =
      x.carry_out("management", "rotate_password", {{"password", "Twenty-Letters-12345"}});
  BOOST_TEST(report.end.reason == "");
  BOOST_TEST(x.password() == "Twenty-Letters-12345");
  for (const char* odd : {"short", "more-than-twenty-letters"}) {
    const auto refused = x.run("management", "rotate_password", {{"password", odd}});
    BOOST_TEST((refused.why == error_code::invalid), refused.reason);
    BOOST_TEST(holds(refused.reason, "8 to 20 printable"), refused.reason);
    BOOST_TEST(!holds(refused.reason, odd));
  }
}

BOOST_AUTO_TEST_CASE(stores_nothing_without_a_user_or_an_account) {
  password_fixture x;
  x.answer_instead("/Accounts/2", 200, R"({"UserName":"somebody else"})");
  const auto missing = x.run(x.rotation());
  BOOST_TEST(holds(missing.reason, "lists no account for the user"), missing.reason);
  BOOST_TEST(missing.observed.driver_internal_info.empty());
  x.answer_instead("/AccountService", 200, "{}");
  BOOST_TEST(holds(x.run(x.rotation()).reason, "Accounts"));
  x.node.driver_info.edit().merge_patch(
      {{"redfish_username", nullptr}, {"redfish_password", nullptr}});
  const auto nobody = x.run(x.rotation());
  BOOST_TEST(holds(nobody.reason, "driver_info.redfish_username is absent"), nobody.reason);
}

BOOST_AUTO_TEST_CASE(drops_and_hides_a_password_that_the_bmc_rejects) {
  password_fixture x;
  x.note();
  const auto wanted = x.noted();
  x.answer_change_with(refusal_with("The value '" + wanted + "' is too simple."), false);
  const auto outcome = x.run(x.rotation());
  BOOST_TEST(to_string(outcome.status) == "failed");
  BOOST_TEST(holds(outcome.reason, "The value '******' is too simple"), outcome.reason);
  x.learn(outcome);
  BOOST_TEST(x.password() == x.factory);
  x.check_usable();
}

BOOST_AUTO_TEST_CASE(asks_a_bmc_that_accepts_and_loses_the_connection) {
  password_fixture x;
  auto options = x.options;
  options.request_timeout = 500ms;
  x.use(options);
  x.note();
  x.answer_change_with(http_fail(http_error::broken_off, "The connection to the BMC was lost."));
  x.learn(x.run(x.rotation()));
  BOOST_TEST(x.password() != x.factory);
  x.check_usable();
}

BOOST_AUTO_TEST_CASE(tries_both_while_unknown_and_the_next_rotation_finds_out) {
  for (const bool heard : {false, true}) BOOST_TEST_CONTEXT("heard " << heard) {
      password_fixture x;
      auto options = x.options;
      options.request_timeout = 500ms;
      x.use(options);
      x.note();
      bool gone = false;
      x.link.instead = [&](const http_request& one) -> std::optional<http_result> {
        if (one.method == http_method::patch && heard && !gone)
          x.link.bmc.answer_to({"PATCH", one.target, one.headers, one.body});
        gone = gone || one.method == http_method::patch;
        if (!gone) return std::nullopt;
        return http_fail(http_error::timeout, "The BMC does not answer.");
      };
      const auto outcome = x.run(x.rotation());
      BOOST_TEST(to_string(outcome.status) == "failed");
      BOOST_TEST(holds(outcome.reason, "ironbus tries both"), outcome.reason);
      BOOST_TEST(!holds(outcome.reason, x.noted()));
      x.learn(outcome);
      BOOST_TEST(x.password() == x.factory);
      BOOST_TEST(x.holds_note());
      x.link.instead = nullptr;
      for (const char* auth : {"auto", "session", "basic"}) {
        x.node.driver_info.edit()["redfish_auth_type"] = auth;
        x.use(x.options);
        x.done("power", "get_power_state");
        BOOST_TEST(x.read_power().has_value());
      }
      const auto report = x.carry_out("management", "rotate_password");
      BOOST_TEST(report.end.reason == "");
      BOOST_TEST(x.password() != x.factory);
      x.check_usable();
    }
}

BOOST_AUTO_TEST_CASE(reports_that_neither_password_is_valid) {
  password_fixture x;
  x.note();
  x.node.driver_info.edit()["redfish_password"] = "another one";
  const auto outcome = x.run(x.rotation());
  BOOST_TEST(to_string(outcome.status) == "failed");
  BOOST_TEST(holds(outcome.reason, "with HTTP 401"), outcome.reason);
  BOOST_TEST(outcome.observed.driver_info.empty());
}

BOOST_AUTO_TEST_SUITE_END()
