#include "messages/model/agent_session.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

/// As earlier releases stored it, with other keys of driver_internal_info.
const json stored{{"agent_url", "https://192.0.2.1:9999"},
                  {"agent_secret_token", "a token"},
                  {"agent_secret_token_pregenerated", true},
                  {"agent_verify_ca", "a certificate"},
                  {"agent_version", "10.0"},
                  {"agent_status", "start"},
                  {"agent_status_message", "erasing"},
                  {"agent_refusal", "heartbeat: no token"},
                  {"agent_refused_at", "2026-11-21T10:11:10.123456+00:00"},
                  {"agent_last_heartbeat", "2026-11-21T10:12:10.123456+00:00"},
                  {"agent_command", "command-1"},
                  {"last_power_state_change", "2026-11-21T10:00:00.000000+00:00"}};

}  // namespace

BOOST_AUTO_TEST_SUITE(agent_sessions)

BOOST_AUTO_TEST_CASE(a_session_is_read_from_driver_internal_info) {
  const auto x = read_agent_session(stored);
  BOOST_TEST(x.url.value() == "https://192.0.2.1:9999");
  BOOST_TEST(x.token.value() == "a token");
  BOOST_TEST(x.token_handed_over);
  BOOST_TEST(!x.has_issued_token());
  BOOST_TEST(x.has_sent_heartbeat());
  BOOST_TEST(x.certificate.value() == "a certificate");
  BOOST_TEST(x.version.value() == "10.0");
  BOOST_TEST(x.status.value() == "start");
  BOOST_TEST(x.status_message.value() == "erasing");
  BOOST_TEST(to_string(x.last_heartbeat.value()) == "2026-11-21T10:12:10.123456+00:00");
  BOOST_TEST(x.refusal.value() == "heartbeat: no token");
  BOOST_TEST(to_string(x.refused_at.value()) == "2026-11-21T10:11:10.123456+00:00");
  BOOST_TEST(x.command.value() == "command-1");
}

BOOST_AUTO_TEST_CASE(a_session_survives_writing_and_reading) {
  json notes{{"last_power_state_change", stored["last_power_state_change"]}};
  write_agent_session(notes, read_agent_session(stored));
  BOOST_TEST(to_text(notes) == to_text(stored));
  write_agent_session(notes, {});
  BOOST_TEST(notes.size() == 1U);
  BOOST_TEST((read_agent_session(notes) == agent_session{}));
}

BOOST_AUTO_TEST_CASE(values_of_another_form_are_kept_unchanged) {
  const json odd{{"agent_url", 7}, {"agent_last_heartbeat", "yesterday"}};
  auto notes = odd;
  BOOST_TEST((read_agent_session(notes) == agent_session{}));
  write_agent_session(notes, read_agent_session(notes));
  BOOST_TEST(notes == odd);
  BOOST_TEST((read_agent_session(json{}) == agent_session{}));
}

BOOST_AUTO_TEST_CASE(an_agent_without_an_address_has_sent_no_heartbeat) {
  BOOST_TEST(!read_agent_session({{"agent_url", ""}}).has_sent_heartbeat());
  BOOST_TEST(read_agent_session({{"agent_secret_token", "t"}}).has_issued_token());
}

BOOST_AUTO_TEST_CASE(the_token_can_be_left_out) {
  BOOST_TEST(!without_agent_token(stored).contains("agent_secret_token"));
  BOOST_TEST(without_agent_token(stored).tree().size() == stored.size() - 1);
}

BOOST_AUTO_TEST_SUITE_END()
