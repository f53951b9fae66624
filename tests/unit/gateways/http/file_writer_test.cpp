#include "client.hpp"
#include "fakes.hpp"
#include "gateways/http/transport/server.hpp"
#include "tests/support/await.hpp"

#include <boost/test/unit_test.hpp>
#include <fcntl.h>
#include <unistd.h>

#include <deque>
#include <filesystem>
#include <fstream>

// Files to fast and slow clients.

namespace {

using namespace ironbus;
using namespace ironbus::http;
using namespace std::chrono_literals;
using ironbus::test::client;
using ironbus::test::fulfilled;

constexpr size_t large = 32 * 1024 * 1024;  // More than two socket buffers.

/// Answers with one file, or with a part that its target names: "/FIRST-BYTES".
class file_application final : public application {
public:
  file_application() { std::filesystem::resize_file(made(), large); }
  ~file_application() override { std::filesystem::remove(path); }

  size_t body_bytes_max(const request&) const override { return 0; }
  void handle(request asked, responder reply) override {
    response out;
    auto file = std::make_shared<const open_file>(open_below(path, {"/tmp"}).value());
    out.file = file_part{{{file, 0, file->size_bytes()}}, file->size_bytes()};
    if (const auto dash = asked.target.find('-'); dash != std::string::npos) {
      const auto bytes = std::stoul(asked.target.substr(dash + 1));
      out.file =
          file_part{{{file, std::stoul(asked.target.substr(1, dash - 1)), bytes}}, bytes, false};
    }
    reply(std::move(out));
  }
  response refuse(unsigned status, const std::string&) const override {
    response out;
    out.status = status;
    return out;
  }

  const std::string path = "/tmp/ironbus-file-writer-" + std::to_string(::getpid());

private:
  const std::string& made() const {
    std::ofstream{path} << "the first bytes";
    return path;
  }
};

server_options impatient() {
  server_options out;
  out.port = 0;
  out.body_timeout = 200ms;
  out.stop_grace = 100ms;
  return out;
}

server_options patient() {
  auto out = impatient();
  out.body_timeout = 60s;
  return out;
}

struct file_server {
  explicit file_server(const server_options& options = impatient())
      : budget(std::make_shared<client_budget>(options.clients)), served(options, app, budget) {
    served.start().value();
  }

  /// The bytes of a file that arrived within the time.
  uint64_t received(client& one, const std::string& target, std::chrono::milliseconds time) const {
    one.send("GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n");
    uint64_t out = 0;
    for (const auto end = std::chrono::steady_clock::now() + time;
         std::chrono::steady_clock::now() < end;) {
      const auto some = one.read_some();
      if (some.empty()) break;
      out += some.size();
    }
    return out;
  }
  bool sends(int64_t files) const {
    return fulfilled([&] { return metric("ironbus_http_file_responses") == files; });
  }
  static int64_t metric(const std::string& name) {
    int64_t out = 0;
    test::write_metrics([&](const std::string& text) {
      const auto found = text.find("\n" + name + " ");
      if (found != std::string::npos) out = std::stoll(text.substr(found + name.size() + 2));
    });
    return out;
  }

  file_application app;
  std::shared_ptr<client_budget> budget;
  server served;
};

std::string get(const std::string& target) {
  return "GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n";
}

BOOST_FIXTURE_TEST_SUITE(file_writers, file_server)

BOOST_AUTO_TEST_CASE(all_bytes_arrive_and_are_counted) {
  file_server slow{patient()};
  const auto bytes = metric("ironbus_http_file_bytes_total");
  const auto ranges = metric("ironbus_http_file_ranges_total");
  client one{slow.served.port()};
  one.send(get("/"));
  const auto got = one.read();
  BOOST_TEST(got.body.size() == large);
  BOOST_TEST(got.body.substr(0, 15) == "the first bytes");
  BOOST_TEST(metric("ironbus_http_file_ranges_total") == ranges);
  one.send(get("/4-5"));
  BOOST_TEST(one.read().body == "first");
  BOOST_TEST(slow.sends(0));
  BOOST_TEST(metric("ironbus_http_file_bytes_total") == bytes + static_cast<int64_t>(large) + 5);
  BOOST_TEST(metric("ironbus_http_file_ranges_total") == ranges + 1);
}

BOOST_AUTO_TEST_CASE(head_sends_no_byte_of_the_file) {
  client one{served.port()};
  one.send("HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  const auto got = one.read();
  BOOST_TEST(got.headers.at("content-length") == std::to_string(large));
  BOOST_TEST(got.body.empty());
}

BOOST_AUTO_TEST_CASE(a_client_that_reads_nothing_is_dropped_and_counted) {
  const auto name = std::string{"ironbus_http_overuse_total{reason=\"slow_file\"}"};
  const auto before = metric(name);
  client one{served.port()};
  one.send(get("/"));
  BOOST_TEST(sends(1));
  BOOST_TEST(sends(0));
  BOOST_TEST(metric(name) == before + 1);
  BOOST_TEST(fulfilled([&] { return served.connections() == 0; }));
}

BOOST_AUTO_TEST_CASE(slow_clients_do_not_block_a_thread) {
  file_server slow{patient()};
  std::deque<client> clients;
  for (int i = 0; i < 200; ++i) {
    clients.emplace_back(slow.served.port());
    clients.back().send(get("/"));
  }
  BOOST_TEST(slow.sends(200));
  client one{slow.served.port()};
  one.send(get("/0-3"));
  BOOST_TEST(one.read().body == "the");
  clients.clear();
  BOOST_TEST(slow.sends(0));
}

BOOST_AUTO_TEST_CASE(a_disconnect_is_noticed) {
  { client{served.port()}.send(get("/")); }
  BOOST_TEST(fulfilled([&] { return served.connections() == 0; }));
  BOOST_TEST(sends(0));
}

BOOST_AUTO_TEST_CASE(a_file_that_becomes_shorter_ends_its_answer) {
  file_server slow{patient()};
  client one{slow.served.port()};
  one.send(get("/"));
  BOOST_TEST(slow.sends(1));
  std::filesystem::resize_file(slow.app.path, 1000);
  const auto got = one.read();
  BOOST_TEST(got.headers.at("content-length") == std::to_string(large));
  BOOST_TEST(got.body.size() < large);
  BOOST_TEST(one.closed());
}

BOOST_AUTO_TEST_CASE(a_server_stops_while_files_are_being_sent) {
  client one{served.port()};
  one.send(get("/"));
  BOOST_TEST(sends(1));
  served.stop();
}

server_options limited(uint64_t total, uint64_t per_client) {
  auto out = patient();
  out.clients.files = {total, per_client};
  return out;
}

BOOST_AUTO_TEST_CASE(a_limit_holds_for_all_connections_of_a_client) {
  file_server slow{limited(0, 500'000)};
  client one{slow.served.port()};
  client other{slow.served.port(), "127.0.0.2"};
  other.send(get("/0-100000"));
  BOOST_TEST(other.read().body.size() == 100'000U);
  const auto got = slow.received(one, "/", 1s);
  BOOST_TEST((got > 100'000 && got < 1'000'000), got);
}

BOOST_AUTO_TEST_CASE(a_limit_holds_for_all_clients) {
  file_server slow{limited(1'000'000, 0)};
  client one{slow.served.port()};
  client other{slow.served.port(), "127.0.0.2"};
  other.send(get("/"));
  const auto got = slow.received(one, "/", 1s);
  BOOST_TEST((got > 100'000 && got < 1'000'000), got);
}

BOOST_AUTO_TEST_CASE(a_client_waiting_for_its_turn_is_not_slow_and_does_not_block) {
  auto options = limited(1'024, 0);
  options.body_timeout = 100ms;
  file_server slow{options};
  client one{slow.served.port()};
  one.send(get("/0-3000"));
  BOOST_TEST(one.read().body.size() == 3'000U);  // takes two seconds
  one.send(get("/"));
  BOOST_TEST(slow.sends(1));
  slow.served.stop();
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
