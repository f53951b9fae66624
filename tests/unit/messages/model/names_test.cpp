#include "messages/model/node.hpp"
#include "messages/model/operation.hpp"
#include "messages/wire/step.hpp"

#include <boost/test/unit_test.hpp>

#include <sstream>

namespace ironbus {

namespace {

/// Enums are written as members of structs.
template <class Enum>
struct holder {
  Enum value{};
};

template <class Enum>
member_codecs<holder<Enum>> members_of(const holder<Enum>*) {
  static constexpr auto all = sorted_members(coded_member<&holder<Enum>::value>("value"));
  return all;
}

/// The JSON names of all values of an enum. Checks that each is read back, and that other texts are
/// rejected.
template <class Enum>
std::string names_of() {
  std::string out;
  for (size_t i = 0; i < static_cast<size_t>(Enum::count_); ++i) {
    const auto value = static_cast<Enum>(i);
    const json text = value;
    BOOST_TEST_REQUIRE(text.is_string());
    BOOST_TEST((text.get<Enum>() == value), text.dump());
    BOOST_TEST((decode<holder<Enum>>(json{{"value", text}}).value().value == value), text.dump());
    BOOST_TEST(document_of(holder<Enum>{value}).at("value") == text);
    BOOST_TEST(text.get<std::string>() == to_string(value));
    out.append(out.empty() ? "" : ",").append(text.get<std::string>());
  }
  for (const auto& text : {json("?"), json(""), json(0), json(nullptr), json::array()})
    BOOST_TEST(!decode<holder<Enum>>(json{{"value", text}}).has_value(), text.dump());
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(names_of_values)

// Stored and sent names must never change; new ones may be added.
BOOST_AUTO_TEST_CASE(names_match_the_stored_ones) {
  BOOST_TEST(names_of<workflow>() ==
             "verify,inspect,automated_clean,manual_clean,deploy,undeploy,adopt,rescue,unrescue,"
             "service");
  BOOST_TEST(names_of<awaited>() == "agent,task,operator,driver,timer,children");
  BOOST_TEST(names_of<provision_state>() ==
             "enroll,verifying,manageable,available,inspecting,inspect wait,inspect failed,"
             "cleaning,clean wait,clean failed,clean hold,deploying,wait call-back,deploy failed,"
             "deploy hold,active,deleting,error,adopting,adopt failed,rescuing,rescue wait,rescue,"
             "rescue failed,unrescuing,unrescue failed,servicing,service wait,service failed,"
             "service hold");
}

BOOST_AUTO_TEST_CASE(error_codes_match_the_sent_ones) {
  std::string all;
  for (size_t i = 0; i < static_cast<size_t>(error_code::count_); ++i) {
    const auto code = static_cast<error_code>(i);
    BOOST_TEST((json(code).get<error_code>() == code));
    all.append(all.empty() ? "" : ",").append(to_string(code));
  }
  BOOST_TEST(all ==
             "invalid,not_found,forbidden,conflict,not_acceptable,too_large,unavailable,timeout,"
             "stale_version,fenced,access_changed,driver_failed,internal");
  // A code of a newer release is still an error.
  BOOST_TEST((json("of_tomorrow").get<error_code>() == error_code::internal));
}

BOOST_AUTO_TEST_CASE(step_roles_match_the_stored_ones) {
  for (const char* role : {"prepare", "work", "finish"}) {
    const json text{{"interface", "power"}, {"step", "reboot"}, {"role", role}};
    BOOST_TEST(document_of(decode<step>(text).value()).at("role") == role);
  }
  const json unknown{{"interface", "power"}, {"step", "reboot"}, {"role", "?"}};
  BOOST_TEST(!decode<step>(unknown).has_value());
}

BOOST_AUTO_TEST_CASE(step_statuses_match_the_sent_ones) {
  const std::vector<std::string> names{"done", "waiting", "failed", "interrupted"};
  BOOST_TEST_REQUIRE(names.size() == static_cast<size_t>(step_status::count_));
  for (size_t i = 0; i < names.size(); ++i) {
    const auto read = decode<step_outcome>(json{{"status", names[i]}}).value();
    BOOST_TEST((read.status == static_cast<step_status>(i)), names[i]);
    BOOST_TEST(document_of(read).at("status") == names[i]);
  }
  BOOST_TEST(!decode<step_outcome>(json{{"status", "?"}}).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus
