#include "agent_client_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <thread>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(agent_clients)

BOOST_AUTO_TEST_CASE(cuts_off_hostile_responses_with_a_reason) {
  BOOST_TEST(says(failure_with(answering(http_text(200, std::string(5000, ' ')), "")), "larger"));
  const auto deep = std::string(50, '[') + std::string(50, ']');
  BOOST_TEST(says(failure_with(answering(http_text(200, deep), "")), "deeper"));
  BOOST_TEST(says(failure_with(answering(http_text(200, "{\"id\": 7}"), "")), "command_status"));
  BOOST_TEST(says(failure_with(answering(http_text(200, "nonsense"), "")), "JSON"));
  BOOST_TEST(
      says(failure_with(answering(http_text(302, "", "Location: http://127.0.0.1:1/\r\n"), "")),
           "redirect"));
  BOOST_TEST(says(failure_with(answering("SSH-2.0-OpenSSH\r\n\r\n", "")), "HTTP"));
  BOOST_TEST(
      says(failure_with(answering("HTTP/1.1 032 OK\r\nContent-Length: 2\r\n\r\n{}", "")), "HTTP"));
  const auto long_head = "HTTP/1.1 200 OK\r\nX: " + std::string(100'000, 'x') + "\r\n\r\n";
  BOOST_TEST(failure_with(answering(long_head, "")) != "");
}

BOOST_AUTO_TEST_CASE(cuts_off_endless_data_around_the_body) {
  const std::string head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  const std::string much(10'000, 'x');
  struct row {
    std::string begin, more, because;
  };
  for (const auto& x :
       {row{head + "1;", much, "larger"}, row{head, "1;" + much + "\r\nx\r\n", "larger"},
        row{head + "0\r\n", "X: " + much + "\r\n", "larger"}, row{head, "1\r\n \r\n", "larger"},
        row{"", "HTTP/1.1 100 Continue\r\n\r\n", "HTTP 100"}}) {
    const auto endless = [&](const std::string&, const raw_server::sender& send) {
      send(x.begin);
      for (int i = 0; i < 5'000'000 && send(x.more); ++i) continue;
    };
    BOOST_TEST(says(failure_with(endless), x.because), x.begin + x.more.substr(0, 20));
  }
}

BOOST_AUTO_TEST_CASE(slow_and_endless_responses_time_out) {
  raw_server agent{[](const std::string&, const raw_server::sender& send) {
    send("HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n");
    // Each byte arrives within the limit, the last one long after it. A driver without a limit for
    // the whole response would complain about its end.
    for (int i = 0; i < 300 && send(" "); ++i) std::this_thread::sleep_for(10ms);
  }};
  auto options = near_and_quick();
  options.command_attempts_max = 1;
  BOOST_TEST(says(run_on(options, cleaning_step(agent.port())).reason, "(response)"));
}

BOOST_AUTO_TEST_SUITE_END()
