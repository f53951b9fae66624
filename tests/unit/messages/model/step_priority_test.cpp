#include "messages/model/declared_steps.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

step deploy_step(const std::string& name, step_priority priority) {
  step out;
  out.interface = "deploy";
  out.name = name;
  out.priority = priority;
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(step_priorities)

BOOST_AUTO_TEST_CASE(whole_numbers_are_written_as_integers) {
  BOOST_TEST(to_text(json(step_priority{10})) == "10");
  BOOST_TEST(to_text(json(step_priority{10.5})) == "10.5");
  BOOST_TEST(to_string(step_priority{99}) == "99");
  BOOST_TEST(to_string(step_priority{18446744073709551615.0}) == "1.8446744073709552e+19");
}

BOOST_AUTO_TEST_CASE(a_step_keeps_its_fraction) {
  const auto declared = document_of(deploy_step("erase", 10.5));
  BOOST_TEST(declared["priority"] == 10.5);
  BOOST_TEST(decode<step>(declared).value().priority == 10.5);
}

BOOST_AUTO_TEST_CASE(a_fraction_decides_the_order) {
  std::vector<step> steps{deploy_step("c", 10), deploy_step("a", 10.75), deploy_step("b", 10.5)};
  sort_by_priority(steps);
  BOOST_TEST((steps[0].name + steps[1].name + steps[2].name) == "abc");
}

BOOST_AUTO_TEST_CASE(invalid_priorities_are_rejected) {
  for (const json& x : {json(-0.5), json("10"), json(1'000'000.5), json(nullptr), json(true)})
    BOOST_TEST(!is_step_priority(x), x);
  for (const json& x : {json(0), json(0.5), json(1'000'000)}) BOOST_TEST(is_step_priority(x), x);
}

BOOST_AUTO_TEST_SUITE_END()
