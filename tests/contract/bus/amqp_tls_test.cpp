#include "tests/support/free_port.hpp"
#include "tls_credentials.hpp"

#include <spawn.h>
#include <sys/wait.h>

#include <csignal>
#include <filesystem>

// The connection to RabbitMQ over TLS. The broker has a certificate for 127.0.0.1 and
// rabbitmq.test, and requires one of the same authority.

using namespace ironbus;
using namespace ironbus::test;
using boost::test_tools::per_element;

BOOST_AUTO_TEST_SUITE(amqp_tls)

BOOST_AUTO_TEST_CASE(ten_thousand_messages_arrive) {
  constexpr int count = 10'000;
  credentials own;
  delivery_box box;
  proxied_bus bus{own.options(), proxied_url::encrypted()};
  const auto queue = unique("encrypted");
  bus->subscribe(own_queue(queue, 1000), [&](delivery x) {
    bus->ack(x.tag);
    box.put(std::move(x));
  });
  bus.start();
  publish_numbers(*bus, queue, 1, count);
  BOOST_TEST(bodies(box.wait_for(count)) == numbers(1, count), per_element());
}

BOOST_AUTO_TEST_CASE(large_messages_arrive_complete_over_tls) {
  credentials own;
  delivery_box box;
  proxied_bus bus{own.options(), proxied_url::encrypted()};
  const auto queue = unique("large");
  bus->subscribe(own_queue(queue), collect(box));
  bus.start();
  std::string body;
  while (body.size() < 8'000'000) body += std::to_string(body.size()) + ",";
  for (int i = 0; i < 3; ++i) bus->publish(message_to(queue, body + std::to_string(i)));
  const auto got = box.wait_for(3);
  for (int i = 0; i < 3; ++i) BOOST_TEST((got[i].body == body + std::to_string(i)));
}

BOOST_AUTO_TEST_CASE(invalid_certificate_is_rejected_with_its_fault) {
  credentials own;
  auto options = own.options();
  options.tls.ca_file = own.other.file();
  proxied_bus stranger{options, proxied_url::encrypted()};
  const auto unknown = refusal(stranger);
  BOOST_TEST(holds(unknown, "by an authority that is not trusted"), unknown);
  auto url = proxied_url::encrypted();
  url.host = "localhost";
  proxied_bus misnamed{own.options(), url};
  const auto other_name = refusal(misnamed);
  BOOST_TEST(holds(other_name, "certificate is not for localhost"), other_name);
}

BOOST_AUTO_TEST_CASE(name_to_verify_can_be_changed_or_disabled) {
  credentials own;
  auto url = proxied_url::encrypted();
  url.host = "localhost";
  for (const auto* name : {"rabbitmq.test", "127.0.0.1"}) {
    auto options = own.options();
    options.tls.server_name = name;
    proxied_bus bus{options, url};
    bus.start();
  }
  auto options = own.options();
  options.tls.verify_host = false;
  proxied_bus bus{options, url};
  bus.start();
  options.tls.ca_file = own.other.file();  // the authority is still checked
  proxied_bus stranger{options, url};
  const auto why = refusal(stranger);
  BOOST_TEST(holds(why, "by an authority that is not trusted"), why);
}

BOOST_AUTO_TEST_CASE(expired_certificate_is_rejected) {
  credentials own;
  own.authority().issue("server",
                        {.begins = std::chrono::hours{-48}, .ends = std::chrono::hours{-24}});
  const auto port = std::to_string(free_port());
  std::string crt = own.folder + "/server.crt", key = own.folder + "/server.key";
  std::vector<std::string> words{"openssl", "s_server", "-accept", port,    "-cert",
                                 crt,       "-key",     key,       "-quiet"};
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t child = 0;
  BOOST_TEST_REQUIRE(posix_spawnp(&child, "openssl", nullptr, nullptr, argv.data(), environ) == 0);
  auto options = own.options();
  options.url = "amqps://guest:guest@127.0.0.1:" + port;
  auto bus = amqp_bus::make(options).value();
  mailbox<std::string> reasons;
  bus->on_state([&](bus_state, const std::string& why) { reasons.put(why); });
  bus->start();
  reasons.wait_until([](const auto& all) {
    return std::any_of(all.begin(), all.end(), [](const auto& x) {
      return holds(x, "the server's certificate has expired");
    });
  });
  bus->stop();
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
}

BOOST_AUTO_TEST_CASE(missing_client_certificate_is_reported) {
  credentials own;
  auto options = own.options();
  options.tls.certificate_file.clear();
  options.tls.key_file.clear();
  proxied_bus nobody{options, proxied_url::encrypted()};
  const auto none = refusal(nobody);
  BOOST_TEST(holds(none, "certificate"), none);
  own.other.issue("client");
  proxied_bus stranger{own.options(), proxied_url::encrypted()};
  const auto wrong = refusal(stranger);
  BOOST_TEST(holds(wrong, "certificate"), wrong);
}

BOOST_AUTO_TEST_CASE(wrong_password_is_reported) {
  credentials own;
  auto url = proxied_url::encrypted();
  url.password = "s3cret-but-wrong";
  proxied_bus bus{own.options(), url};
  const auto why = refusal(bus);
  BOOST_TEST(holds(why, "ACCESS_REFUSED"), why);
  BOOST_TEST(!holds(why, "s3cret"), why);
}

BOOST_AUTO_TEST_CASE(plain_connection_to_tls_is_reported) {
  credentials own;
  proxied_bus early{own.options(), {.scheme = "amqps"}};
  const auto no_tls = refusal(early);
  BOOST_TEST(holds(no_tls, "does not speak TLS"), no_tls);
  auto url = proxied_url::encrypted();
  url.scheme = "amqp";
  proxied_bus plain{{}, url};
  refusal(plain);
}

BOOST_AUTO_TEST_CASE(unreadable_files_are_named) {
  credentials own;
  std::filesystem::remove(own.folder + "/client.key");
  proxied_bus bus{own.options(), proxied_url::encrypted()};
  const auto why = refusal(bus);
  BOOST_TEST(holds(why, "client.key' cannot be read: No such file"), why);
}

BOOST_AUTO_TEST_CASE(renewed_certificates_are_used_by_the_next_connection) {
  credentials own;
  own.other.issue("client");  // like a revoked one: the broker rejects it
  delivery_box box;
  mailbox<bus_state> states;
  proxied_bus bus{own.options(), proxied_url::encrypted()};
  const auto queue = unique("renewed");
  bus->subscribe(own_queue(queue), collect(box));
  bus->on_state([&](bus_state x, const std::string&) { states.put(x); });
  bus->start();
  states.wait_for(1);
  BOOST_TEST((bus->state() == bus_state::connecting));
  own.authority().issue("client");
  states.wait_until([&](const auto&) { return bus->state() == bus_state::connected; });
  exchange_one(bus, queue, box, "1");
  // A wrong certificate does not affect the existing connection.
  own.other.issue("client");
  exchange_one(bus, queue, box, "2");
  own.authority().issue("client");
  bus.cut();
  bus.wait_for(bus_state::connecting);
  bus.restore();
  exchange_one(bus, queue, box, "3");
}

BOOST_AUTO_TEST_CASE(half_closed_connection_is_replaced) {
  credentials own;
  delivery_box box;
  proxied_bus bus{own.options(), proxied_url::encrypted()};
  const auto queue = unique("half");
  bus->subscribe(own_queue(queue), collect(box));
  bus.start();
  exchange_one(bus, queue, box, "1");
  const uint64_t before = bus.amqp().counters().reconnects;
  bus.proxy().end_answers();
  exchange_one(bus, queue, box, "2");
  BOOST_TEST(bus.amqp().counters().reconnects > before);
}

BOOST_AUTO_TEST_SUITE_END()
