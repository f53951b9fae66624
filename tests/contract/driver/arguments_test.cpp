#include "driver_fixture.hpp"
#include "messages/contract/declaration_check.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

// Reactions of an operation to invalid arguments. Arguments of vendor methods are checked by the
// service only, against their declaration.

namespace {

/// A value of another type than the argument's.
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

BOOST_AUTO_TEST_CASE(missing_required_argument_is_rejected_by_name) {
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

BOOST_AUTO_TEST_CASE(value_of_another_type_is_rejected_by_name) {
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

BOOST_AUTO_TEST_CASE(unknown_word_is_rejected_with_the_allowed_ones) {
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

BOOST_AUTO_TEST_CASE(service_knows_the_declarations) {
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
