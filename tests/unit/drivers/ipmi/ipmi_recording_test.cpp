#include "drivers/ipmi/console/console_log.hpp"
#include "drivers/ipmi/console_recording.hpp"
#include "tests/unit/drivers/ipmi/ipmi_fixture.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/test/unit_test.hpp>
#include <unistd.h>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

namespace {

using tcp = boost::asio::ip::tcp;

/// A machine whose console the real program records; the recording ends with the fixture.
struct recording_fixture : ipmi_fixture {
  ~recording_fixture() {
    for (const char* step : {"stop_recording", "stop_console"}) {
      begin(request("console", step));
      run_all();
    }
  }

  /// The evidence of a step that must succeed.
  std::string start() {
    const auto end = run("console", "start_recording");
    BOOST_TEST(to_string(end.status) == "done", end.reason);
    return end.evidence;
  }

  /// The recorded text; unset: none.
  std::optional<std::string> stop() {
    const auto end = run("console", "stop_recording");
    BOOST_TEST(to_string(end.status) == "done", end.reason);
    if (!end.answer.contains("text")) return std::nullopt;
    return end.answer.at("text").get<std::string>();
  }

  console_writer writer() const {
    return writer_of(console_recorder_path(options), console_log_path(options, node.uuid));
  }

  void until(const std::function<bool()>& holds_now, const char* what) const {
    for (int i = 0; i < 1000 && !holds_now(); ++i) ::usleep(20'000);
    BOOST_TEST(holds_now(), what);
  }

  void until_shown(const std::string& text) const {
    until([&] { return holds(shown(), text); }, text.c_str());
  }

  std::string shown() const { return read_recording(options, node.uuid, 10'000).value_or(""); }

  void write(const std::string& text) const {
    console_log_writer{console_log_path(options, node.uuid), options.console_log_bytes}.append(
        text);
  }

  void use_with(const std::function<void(ipmi_options&)>& change) {
    auto changed = options;
    change(changed);
    use(std::move(changed));
  }

  uint16_t port() {
    const std::string url = run("console", "get_console").answer.at("url");
    return static_cast<uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
  }
};

constexpr const char* session_text = "[SOL Session operational.";

}  // namespace

BOOST_AUTO_TEST_SUITE(recording_of_a_console)

BOOST_AUTO_TEST_CASE(returns_the_recording_of_an_unattended_console) {
  recording_fixture bmc;
  BOOST_TEST(bmc.start() == "the serial console is recorded");
  bmc.until_shown(session_text);
  bmc.use(bmc.options);  // another driver finds it
  BOOST_TEST(bmc.start() == "the serial console is recorded already");
  bmc.write("Kernel panic\r\n");
  const auto text = bmc.stop().value();
  BOOST_TEST(text == "Kernel panic\r\n");  // of the second boot
  BOOST_TEST((bmc.writer() == console_writer::nobody));
  BOOST_TEST(bmc.stop().value() == text);  // again, without harm
}

BOOST_AUTO_TEST_CASE(omits_output_from_before_the_boot) {
  recording_fixture bmc;
  bmc.start();
  bmc.stop();
  bmc.write("a login of last week\r\n");
  bmc.start();
  bmc.until_shown(session_text);
  BOOST_TEST(!holds(bmc.stop().value(), "last week"));
}

BOOST_AUTO_TEST_CASE(a_rotated_log_belongs_to_this_boot) {
  recording_fixture bmc;
  bmc.use_with([](auto& x) { x.console_log_bytes = 200; });
  bmc.start();
  bmc.until_shown(session_text);
  bmc.write(std::string(500, 'x') + "the end");
  BOOST_TEST(bmc.stop().value().ends_with("xthe end"));
  BOOST_TEST(!bmc.stop());  // its owner is unknown by now
}

BOOST_AUTO_TEST_CASE(keeps_a_client_that_writes_the_log) {
  recording_fixture bmc;
  bmc.run("console", "start_console");
  tcp::iostream client{"127.0.0.1", std::to_string(bmc.port())};
  client.expires_after(20s);
  client << "hello" << std::endl;
  bmc.until([&] { return bmc.writer() == console_writer::client; }, "the client's is there");
  BOOST_TEST(bmc.start() == "the serial console is recorded by a client that is connected");
  client << "again" << std::endl;
  bmc.until_shown("the machine has read again");
  BOOST_TEST(holds(bmc.stop().value(), "the machine has read again"));
  BOOST_TEST((bmc.writer() == console_writer::client));
}

BOOST_AUTO_TEST_CASE(a_client_takes_over_the_session) {
  recording_fixture bmc;
  bmc.start();
  bmc.until_shown(session_text);
  bmc.run("console", "start_console");
  tcp::iostream client{"127.0.0.1", std::to_string(bmc.port())};
  client.expires_after(20s);
  client << "hello" << std::endl;
  bmc.until_shown("the machine has read hello");
}

BOOST_AUTO_TEST_CASE(stops_at_its_time_limit) {
  recording_fixture bmc;
  bmc.use_with([](auto& x) { x.console_recording_limit = 1s; });
  bmc.start();
  bmc.until_shown(session_text);
  bmc.until([&] { return bmc.writer() == console_writer::nobody; }, "it ends");
}

BOOST_AUTO_TEST_CASE(a_console_that_cannot_be_recorded_is_no_failure) {
  recording_fixture bmc;
  bmc.use_with([](auto& x) { x.console_recording_limit = 0s; });
  BOOST_TEST(bmc.start() == "the serial console is not recorded: disabled by the options");
  BOOST_TEST(!bmc.stop());
  bmc.use_with([](auto& x) {
    x.console_recording_limit = 60s;
    x.console_recorder_path = "/nonexistent/recorder";
  });
  BOOST_TEST(holds(bmc.start(), "not recorded: the program /nonexistent/recorder does not exist"));
  bmc.use_with([](auto& x) {
    x.console_recorder_path = "";
    x.console_folder = "/proc/consoles";
  });
  BOOST_TEST(holds(bmc.start(), "cannot write its log in /proc/consoles"));
  BOOST_TEST(!bmc.stop());
  bmc.node.driver_info.edit()["ipmi_protocol_version"] = "1.5";
  BOOST_TEST(holds(bmc.start(), "ipmi_protocol_version"));
}

BOOST_AUTO_TEST_CASE(the_log_shows_a_silent_bmc) {
  recording_fixture bmc;
  bmc.set("fault", "99\nError: Unable to establish IPMI v2 / RMCP+ session");
  BOOST_TEST(bmc.start() == "the serial console is recorded");
  bmc.until_shown("Unable to establish IPMI v2");
  BOOST_TEST(holds(bmc.stop().value(), "Unable to establish IPMI v2"));
}

BOOST_AUTO_TEST_SUITE_END()
