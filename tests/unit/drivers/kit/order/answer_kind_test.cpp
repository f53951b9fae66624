#include "drivers/kit/order/answer_kind.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using k = answer_kind;

namespace {

struct http_case {
  unsigned status;
  const char* words;
  answer_kind kind;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(answer_kinds)

BOOST_AUTO_TEST_CASE(each_kind_has_its_row) {
  for (uint8_t i = 0; i < static_cast<uint8_t>(k::count_); ++i)
    BOOST_TEST((info(static_cast<k>(i)).kind == static_cast<k>(i)));
}

BOOST_AUTO_TEST_CASE(messages_count_before_the_status) {
  const http_case cases[] = {
      {200, "", k::accepted},
      {204, "Base.1.8.InternalError", k::accepted},
      {202, "", k::in_progress},
      {400, "Base.1.8.ActionParameterValueNotInList: The value Nmi", k::refused},
      {400, "", k::unknown},
      {404, "", k::unknown},
      {401, "Base.1.8.ServiceTemporarilyUnavailable", k::refused},
      {403, "", k::refused},
      {405, "", k::refused},
      {409, "", k::already_so},
      {400, "iLO.2.14.InvalidOperationForSystemState", k::already_so},
      {400, "iLO.2.14.ResourceNotReadyRetry", k::transient},
      {500, "Base.1.12.ServiceTemporarilyUnavailable", k::transient},
      {500, "IDRAC.2.8.SYS518", k::transient},
      {500, "IDRAC.2.8.SYS446", k::unknown},
      {400, "Base.1.12.InternalError", k::unknown},
      {503, "", k::transient},
      {502, "", k::unknown},
      {500, "", k::unknown},
      {308, "", k::unknown},
  };
  for (const auto& one : cases)
    BOOST_TEST((kind_of_http(one.status, one.words) == one.kind), one.status << " " << one.words);
}

BOOST_AUTO_TEST_CASE(completion_codes_of_ipmi) {
  const auto kind = [](const char* words) { return kind_of_ipmi(words, k::accepted); };
  BOOST_TEST((kind("Set Chassis Power Control to Up/On failed: Node busy") == k::transient));
  BOOST_TEST((kind("Set Chassis Power Control to Up/On failed: Timeout") == k::unknown));
  BOOST_TEST((kind("failed: Command not supported in present state") == k::already_so));
  BOOST_TEST((kind("failed: Invalid data field in request") == k::refused));
  BOOST_TEST((kind("Error: Unable to establish IPMI v2 session") == k::accepted));
}

BOOST_AUTO_TEST_SUITE_END()
