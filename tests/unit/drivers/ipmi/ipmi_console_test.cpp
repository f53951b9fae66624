#include "drivers/ipmi/console/console_listener.hpp"
#include "tests/unit/drivers/ipmi/ipmi_fixture.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/test/unit_test.hpp>

#include <csignal>
#include <fstream>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

namespace {

using tcp = boost::asio::ip::tcp;

/// A machine whose console can be opened, with a real socat that ends with the fixture.
struct console_fixture : ipmi_fixture {
  ~console_fixture() {
    begin(request("console", "stop_console"));
    run_all();
  }

  std::optional<listening_console> listening() const {
    console_listener how;
    how.folder = options.console_folder;
    how.name = node.uuid;
    return find_console(how);
  }

  std::string url() { return run("console", "get_console").answer.at("url"); }

  uint16_t port() {
    const auto text = url();
    return static_cast<uint16_t>(std::stoi(text.substr(text.rfind(':') + 1)));
  }

  /// The returned log; unset: none.
  std::optional<std::string> log(size_t bytes = 10'000) {
    const auto end = run("console", "get_console_log", {{"bytes", bytes}});
    BOOST_TEST(to_string(end.status) == "done", end.reason);
    if (!end.answer.contains("text")) return std::nullopt;
    return end.answer.at("text").get<std::string>();
  }

  size_t count(const std::string& command) const {
    const auto all = commands();
    return static_cast<size_t>(std::count(all.begin(), all.end(), command));
  }

  void use_with(const std::function<void(ipmi_options&)>& change) {
    auto changed = options;
    change(changed);
    use(std::move(changed));
  }
};

/// Output that a client reads up to the first line with that text.
std::string talk(uint16_t port, const std::string& says, const std::string& until) {
  tcp::iostream line{"127.0.0.1", std::to_string(port)};
  line.expires_after(20s);
  line << says << '\n' << std::flush;
  std::string out;
  for (std::string read; std::getline(line, read);) {
    out += read + "\n";
    if (holds(read, until)) break;
  }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(console_of_ipmi)

BOOST_AUTO_TEST_CASE(a_client_of_an_open_console_reaches_the_machine) {
  console_fixture bmc;
  const auto started = bmc.run("console", "start_console");
  BOOST_TEST(to_string(started.status) == "done", started.reason);
  BOOST_TEST(started.observed.console_enabled.value());
  const auto answer = bmc.run("console", "get_console").answer;
  BOOST_TEST(answer.at("type") == "socat");
  BOOST_TEST(answer.at("url").get<std::string>().starts_with("tcp://127.0.0.1:2"));
  for (const char* word : {"first", "second"}) {  // one client after the other
    const auto heard = talk(bmc.port(), word, "has read");
    BOOST_TEST(holds(heard, "[SOL Session operational."), heard);
    BOOST_TEST(holds(heard, std::string{"the machine has read "} + word), heard);
  }
  const auto stopped = bmc.run("console", "stop_console");
  BOOST_TEST(to_string(stopped.status) == "done", stopped.reason);
  BOOST_TEST(!stopped.observed.console_enabled.value());
  BOOST_TEST(!bmc.listening());
  BOOST_TEST(bmc.get("session") == "");  // the BMC's session was ended as well
}

BOOST_AUTO_TEST_CASE(a_console_outlives_its_process_and_is_found_again) {
  console_fixture bmc;
  bmc.run("console", "start_console");
  const auto before = bmc.listening().value();
  bmc.use(bmc.options);  // a driver without memory
  BOOST_TEST(bmc.port() == before.port);
  BOOST_TEST(to_string(bmc.run("console", "start_console").status) == "done");
  BOOST_TEST(bmc.listening().value().pid == before.pid);
  BOOST_TEST(bmc.count("sol deactivate") == 1U);  // a connected client is not disconnected
}

BOOST_AUTO_TEST_CASE(a_console_can_use_an_ipv6_address) {
  boost::asio::io_context io;
  tcp::acceptor probe{io};
  boost::system::error_code none_here;
  probe.open(tcp::v6(), none_here);
  if (!none_here) probe.bind({boost::asio::ip::address_v6::loopback(), 0}, none_here);
  if (none_here) return;
  console_fixture bmc;
  bmc.use_with([](auto& x) { x.console_address = "::1"; });
  bmc.run("console", "start_console");
  BOOST_TEST(bmc.listening().value().address == "::1");
  BOOST_TEST(bmc.url() == "tcp://[::1]:" + std::to_string(bmc.listening().value().port));
}

BOOST_AUTO_TEST_CASE(restarts_a_console_that_has_ended) {
  console_fixture bmc;
  bmc.run("console", "start_console");
  const auto before = bmc.listening().value();
  ::kill(before.pid, SIGKILL);
  while (bmc.listening()) continue;
  BOOST_TEST(bmc.port() == before.port);  // since it is free again
  BOOST_TEST(bmc.listening().value().pid != before.pid);
}

BOOST_AUTO_TEST_CASE(does_not_touch_another_process_with_the_same_id) {
  console_fixture bmc;
  console_fixture other;  // with its own folder
  for (auto* one : {&bmc, &other}) one->run("console", "start_console");
  const auto stranger = other.listening().value().pid;
  bmc.run("console", "stop_console");
  std::ofstream{bmc.options.console_folder + "/" + bmc.node.uuid + ".pid"} << stranger;
  BOOST_TEST(!bmc.listening());
  BOOST_TEST(to_string(bmc.run("console", "stop_console").status) == "done");
  BOOST_TEST(other.listening().value().pid == stranger);
}

BOOST_AUTO_TEST_CASE(uses_the_nodes_port_and_skips_ports_in_use) {
  console_fixture bmc;
  boost::asio::io_context io;
  const tcp::acceptor taken{io, {boost::asio::ip::address_v4::loopback(), 0}};
  const auto number = taken.local_endpoint().port();
  bmc.node.driver_info.edit()["ipmi_terminal_port"] = number;
  const auto refused = bmc.run("console", "start_console");
  BOOST_TEST(to_string(refused.status) == "failed");
  BOOST_TEST(holds(refused.reason, std::to_string(number) + ": the port is in use"),
             refused.reason);
  bmc.node.driver_info.edit()["ipmi_terminal_port"] = nullptr;
  const auto last = static_cast<uint16_t>(number + 1);
  bmc.use_with(
      [&](auto& x) { x.console_ports = std::to_string(number) + "-" + std::to_string(last); });
  // Another process may use the other port as well.
  if (const auto started = bmc.run("console", "start_console"); started.observed.console_enabled)
    BOOST_TEST(bmc.port() == last);
}

BOOST_AUTO_TEST_CASE(reports_errors_before_anything_listens) {
  console_fixture bmc;
  bmc.set("password", "another");
  const auto locked = bmc.run("console", "start_console");
  BOOST_TEST(holds(locked.reason, "rejected the user name"), locked.reason);
  bmc.set("password", "secret");
  bmc.use_with([](auto& x) { x.console_ports = ""; });
  const auto no_port = bmc.run("console", "start_console");
  BOOST_TEST(to_string(no_port.why) == "invalid");
  BOOST_TEST(holds(no_port.reason, "ipmi_terminal_port"), no_port.reason);
  bmc.use_with([](auto& x) {
    x.console_ports = "20000-29999";
    x.socat_path = "/nonexistent/socat";
  });
  const auto no_program = bmc.run("console", "start_console");
  BOOST_TEST(holds(no_program.reason, "/nonexistent/socat"), no_program.reason);
  bmc.use_with([](auto& x) {
    x.socat_path = "/usr/bin/socat";
    x.console_folder = "/proc/consoles";
  });
  const auto no_folder = bmc.run("console", "start_console");
  BOOST_TEST(holds(no_folder.reason, "cannot create the folder /proc/consoles"), no_folder.reason);
  BOOST_TEST(!bmc.listening());
}

BOOST_AUTO_TEST_CASE(rejects_a_node_that_cannot_have_a_console) {
  console_fixture bmc;
  const auto refused = [&bmc](const char* key, const json& value) {
    auto& info = bmc.node.driver_info;
    const json before = info;
    info.edit()[key] = value;
    const auto end = bmc.run("console", "start_console");
    BOOST_TEST(to_string(end.why) == "invalid");
    BOOST_TEST(holds(end.reason, key), end.reason);
    info = before;
  };
  refused("ipmi_protocol_version", "1.5");
  refused("ipmi_username", "a,pty");
  for (const char* user : {"a b", "a;b", "$(a)", "`a`", "a'b", "a\"b", "a\\b", "a&b", "a>b", "~a"})
    refused("ipmi_username", user);
  refused("ipmi_terminal_port", 0);
}

BOOST_AUTO_TEST_CASE(closes_the_console_of_an_unreachable_bmc) {
  console_fixture bmc;
  bmc.run("console", "start_console");
  bmc.use_with([](auto& x) { x.command_retry_timeout = 1s; });
  bmc.set("fault", "99\nError: Unable to establish IPMI v2 / RMCP+ session");
  const auto stopped = bmc.run("console", "stop_console");
  BOOST_TEST(to_string(stopped.status) == "done", stopped.reason);
  BOOST_TEST(!bmc.listening());
}

BOOST_AUTO_TEST_CASE(keeps_the_log_after_closing_the_console) {
  console_fixture bmc;
  BOOST_TEST(!bmc.log());
  bmc.run("console", "start_console");
  BOOST_TEST(!bmc.log());  // a session is open only while a client is connected
  talk(bmc.port(), "first \xff", "has read");
  bmc.use(bmc.options);
  talk(bmc.port(), "second", "has read");
  bmc.run("console", "stop_console");
  const auto shown = bmc.log().value();
  BOOST_TEST(holds(shown, "[SOL Session operational."), shown);
  BOOST_TEST(holds(shown, "the machine has read first \xef\xbf\xbd"), shown);  // invalid UTF-8
  BOOST_TEST(shown.find("first") < shown.find("second"), shown);
  BOOST_TEST(bmc.log(20).value() == shown.substr(shown.size() - 20));
}

BOOST_AUTO_TEST_CASE(records_a_console_unless_disabled_or_impossible) {
  console_fixture bmc;
  bmc.use_with([](auto& x) { x.console_log_bytes = 0; });
  bmc.run("console", "start_console");
  talk(bmc.port(), "unheard", "has read");
  BOOST_TEST(!bmc.log());
  bmc.run("console", "stop_console");
  bmc.use_with([](auto& x) {
    x.console_log_bytes = 100;
    x.console_recorder_path = "/nonexistent/recorder";
  });
  const auto started = bmc.run("console", "start_console");
  BOOST_TEST(to_string(started.status) == "done", started.reason);
  BOOST_TEST(holds(talk(bmc.port(), "unheard", "has read"), "the machine has read unheard"));
  BOOST_TEST(!bmc.log());
}

BOOST_AUTO_TEST_CASE(ports_are_a_range_and_a_machine_keeps_its_port) {
  BOOST_TEST(!read_port_range(""));
  for (const char* wrong : {"10000", "0-5", "7-6", "1-65536", "1-", "a-b"})
    BOOST_TEST(!read_port_range(wrong), wrong);
  const auto range = read_port_range("65534-65535").value();
  const auto ports = ports_for(range, "a node");
  BOOST_TEST(ports.size() == 2U);
  BOOST_TEST(ports[0] != ports[1]);
  BOOST_TEST(ports == ports_for(range, "a node"), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
