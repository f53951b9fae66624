#include "ops/simulator/vm/qmp_client.hpp"

#include "ops/simulator/vm/child.hpp"

#include <boost/test/unit_test.hpp>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <optional>
#include <string>

namespace ironbus::test {

using namespace simulator;
using namespace std::chrono_literals;

namespace {

constexpr std::string_view greeting = R"({"QMP": {"version": {}, "capabilities": []}})";

/// A QEMU whose responses are all queued in advance.
struct monitor_fixture {
  explicit monitor_fixture(std::string_view says) {
    auto pair = *make_socket_pair();
    theirs = std::move(pair.second);
    ::send(theirs.get(), says.data(), says.size(), 0);
    client.emplace(std::move(pair.first), 200ms);
  }

  std::string heard() const {
    std::array<char, 4096> buffer{};
    const auto count = ::recv(theirs.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    return {buffer.data(), count > 0 ? static_cast<size_t>(count) : 0};
  }

  owned_fd theirs;
  std::optional<qmp_client> client;
};

std::string lines(std::initializer_list<std::string_view> all) {
  std::string out;
  for (const auto& line : all) out += std::string{line} + "\r\n";
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(qmp)

BOOST_AUTO_TEST_CASE(capabilities_are_negotiated_first) {
  monitor_fixture one{lines({greeting, R"({"return": {}, "id": 1})"})};
  BOOST_TEST(one.client->greet().has_value());
  BOOST_TEST(parse_json(one.heard())->at("execute") == "qmp_capabilities");
}

BOOST_AUTO_TEST_CASE(events_are_queued_and_other_responses_dropped) {
  monitor_fixture one{lines({R"({"event": "RESUME"})", R"({"return": 0, "id": 0})",
                             R"({"return": {"status": "running"}, "id": 1})",
                             R"({"event": "SHUTDOWN", "data": {"reason": "guest-reset"}})"})};
  const auto answer = one.client->execute("query-status");
  BOOST_REQUIRE(answer.has_value());
  BOOST_TEST(answer->at("status") == "running");
  const auto events = one.client->take_events();
  BOOST_REQUIRE(events.size() == 2U);
  BOOST_TEST(events[0]["event"] == "RESUME");
  BOOST_TEST(events[1]["data"]["reason"] == "guest-reset");
  BOOST_TEST(one.client->take_events().empty());
  BOOST_TEST(!one.client->ended());
}

BOOST_AUTO_TEST_CASE(rejected_command_has_the_message_of_qemu) {
  monitor_fixture one{
      lines({R"({"error": {"class": "GenericError", "desc": "no such drive"}, "id": 1})"})};
  const auto answer = one.client->execute("eject", {{"id", "slot9"}});
  BOOST_REQUIRE(!answer.has_value());
  BOOST_TEST((answer.error().code == error_code::driver_failed));
  BOOST_TEST(answer.error().message == "eject: no such drive");
}

BOOST_AUTO_TEST_CASE(silence_and_end_of_stream_fail) {
  monitor_fixture silent{""};
  BOOST_TEST((silent.client->execute("cont").error().code == error_code::timeout));
  BOOST_TEST((silent.client->execute("cont").error().code == error_code::unavailable));
  monitor_fixture gone{""};
  gone.theirs = owned_fd{};
  BOOST_TEST((gone.client->execute("cont").error().code == error_code::unavailable));
  BOOST_TEST(gone.client->ended());
}

BOOST_AUTO_TEST_CASE(invalid_qmp_closes_the_client) {
  monitor_fixture other{lines({"220 mail.example ESMTP"})};
  BOOST_TEST((other.client->greet().error().code == error_code::unavailable));
  monitor_fixture polite{lines({R"({"hello": 1})"})};
  BOOST_TEST(!polite.client->greet().has_value());
  monitor_fixture endless{std::string(100'000, ' ')};
  BOOST_TEST((endless.client->execute("cont").error().code == error_code::timeout));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::test
