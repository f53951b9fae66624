#include "driver_fixture.hpp"
#include "messages/contract/declaration_check.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

// What an operation says to arguments that are not its own. Of vendor methods only the service
// judges arguments, by their declaration.

namespace {

/// A value of a type that the argument does not have.
json other_value(const value_contract& x) {
  return x.type == value_type::object ? json("a word") : json::object();
}

void is_refused(driver_fixture& fixture, const step_request& request, std::string_view argument) {
  const auto end = fixture.end_of(request);
  BOOST_TEST(to_string(end.status) == "failed");
  BOOST_TEST(to_string(end.why) == "invalid");
  BOOST_TEST(end.reason.find("'" + std::string{argument} + "'") != std::string::npos, end.reason);
  BOOST_TEST(fact_names(facts_in(end.observed)) == "");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(arguments)

BOOST_AUTO_TEST_CASE(a_required_argument_that_is_missing_is_refused_by_name) {
  for (const auto& x : declared_operations())
    for (const auto& argument : x.contract->arguments) {
      if (argument.given != presence::required) continue;
      driver_fixture fixture{*x.hardware};
      BOOST_TEST_CONTEXT(x.title() << " without " << argument.name) {
        for (const json& nothing : {json{}, json("gone")}) {
          auto args = fixture.arguments(x, true);
          args[std::string{argument.name}] = nullptr;
          if (!nothing.is_null()) args.erase(std::string{argument.name});
          is_refused(fixture, fixture.request(x, args), argument.name);
        }
      }
    }
}

BOOST_AUTO_TEST_CASE(a_value_of_another_type_is_refused_by_name) {
  for (const auto& x : declared_operations())
    for (const auto& argument : x.contract->arguments) {
      if (argument.type == value_type::any) continue;
      driver_fixture fixture{*x.hardware};
      BOOST_TEST_CONTEXT(x.title() << " with a wrong " << argument.name) {
        auto args = fixture.arguments(x, true);
        args[std::string{argument.name}] = other_value(argument);
        is_refused(fixture, fixture.request(x, args), argument.name);
      }
    }
}

BOOST_AUTO_TEST_CASE(a_word_that_is_not_allowed_is_refused_with_those_that_are) {
  for (const auto& x : declared_operations())
    for (const auto& argument : x.contract->arguments) {
      if (argument.allowed.empty()) continue;
      driver_fixture fixture{*x.hardware};
      BOOST_TEST_CONTEXT(x.title() << " with another word for " << argument.name) {
        auto args = fixture.arguments(x, true);
        args[std::string{argument.name}] =
            argument.type == value_type::list ? json::array({"nonsense"}) : json("nonsense");
        const auto request = fixture.request(x, args);
        is_refused(fixture, request, argument.name);
        BOOST_TEST(fixture.counters().executed == 0U);
      }
    }
}

BOOST_AUTO_TEST_CASE(the_service_knows_what_is_declared) {
  for (const auto& x : declared_operations()) {
    driver_fixture fixture{*x.hardware};
    BOOST_TEST_CONTEXT(x.title()) {
      json args = json::object();
      for (const auto& argument : x.step.arguments) args[argument.name] = "given";
      BOOST_TEST(wrong_arguments(x.step, args) == "");
      args["nonsense"] = 1;
      BOOST_TEST(wrong_arguments(x.step, args).find("'nonsense'") != std::string::npos);
      for (const auto& argument : x.step.arguments)
        BOOST_TEST((wrong_arguments(x.step, json::object()).find("'" + argument.name + "'") !=
                    std::string::npos) == argument.required);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
