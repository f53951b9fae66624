#include "messages/contract/agent_check.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

constexpr const char* no_token = "Missing mandatory parameter: agent_token";
constexpr const char* wrong_token = "Invalid value for 'agent_token'.";
constexpr const char* boot_over =
    "The boot of this agent is over: the service has ended its session.";
constexpr const char* other_url = "'callback_url' differs from the one this agent reported before.";
constexpr const char* other_certificate =
    "'agent_verify_ca' differs from the certificate this agent sent before.";

/// The node's session of its agent.
agent_session known_as(const char* token, const char* url, const char* certificate) {
  agent_session out;
  out.token = token;
  out.url = url;
  out.certificate = certificate;
  return out;
}

struct agent_case {
  const char* what;
  agent_session known;
  const char* token;
  const char* url;
  std::optional<std::string> certificate;
  const char* refusal;  ///< Empty: it is the node's agent.
  const char* refusal_tokenless;
};

const std::vector<agent_case> agent_cases{
    {"the first heartbeat", known_as("t", "", ""), "t", "http://a", {}, "", ""},
    {"the first, with a certificate", known_as("t", "", ""), "t", "http://a", "pem", "", ""},
    {"a later one", known_as("t", "http://a", "pem"), "t", "http://a", "pem", "", ""},
    {"a later one that leaves the certificate out",
     known_as("t", "http://a", "pem"),
     "t",
     "http://a",
     {},
     "",
     ""},
    {"another address", known_as("t", "http://a", ""), "t", "http://b", {}, other_url, other_url},
    {"no address", known_as("t", "http://a", ""), "t", "", {}, other_url, other_url},
    {"another certificate", known_as("t", "http://a", "pem"), "t", "http://a", "mep",
     other_certificate, other_certificate},
    {"another token", known_as("t", "http://a", ""), "u", "http://a", {}, wrong_token, wrong_token},
    {"the beginning of the token",
     known_as("token", "", ""),
     "tok",
     "http://a",
     {},
     wrong_token,
     wrong_token},
    {"no token", known_as("t", "http://a", ""), "", "http://a", {}, no_token, no_token},
    {"no token for a node without one", known_as("", "", ""), "", "http://a", {}, no_token, ""},
    {"a token for a node without one",
     known_as("", "", ""),
     "t",
     "http://a",
     {},
     boot_over,
     boot_over},
    {"no token and another address",
     known_as("", "http://a", ""),
     "",
     "http://b",
     {},
     other_url,
     other_url},
};

std::string refusal_of(const agent_case& agent_case, bool allow_tokenless) {
  const auto checked =
      check_agent(agent_case.known, {agent_case.token, agent_case.url, agent_case.certificate},
                  allow_tokenless);
  if (checked) return {};
  const bool is_over = checked.error().message == boot_over;
  BOOST_TEST((checked.error().code == (is_over ? error_code::conflict : error_code::invalid)));
  return checked.error().message;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(agent_check)

BOOST_AUTO_TEST_CASE(an_agent_must_keep_its_token_and_address) {
  for (const auto& x : agent_cases) BOOST_TEST_CONTEXT(x.what) {
      BOOST_TEST(refusal_of(x, false) == x.refusal);
      BOOST_TEST(refusal_of(x, true) == x.refusal_tokenless);
    }
}

BOOST_AUTO_TEST_CASE(errors_use_the_agent_s_name_of_the_address) {
  const auto checked =
      check_agent(known_as("t", "http://a", ""), {"t", "http://b", {}, "agent_url"}, false);
  BOOST_TEST(checked.error().message.find("'agent_url'") == 0U);
}

BOOST_AUTO_TEST_CASE(a_node_without_a_session_accepts_no_agent) {
  const auto checked = check_agent({}, {"t", "http://a", {}}, false);
  BOOST_TEST(checked.error().message == boot_over);
}

BOOST_AUTO_TEST_SUITE_END()
