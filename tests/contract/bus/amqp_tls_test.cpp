#include "tests/support/free_port.hpp"
#include "tls_credentials.hpp"

#include <spawn.h>
#include <sys/wait.h>

#include <csignal>
#include <filesystem>

// The link to RabbitMQ over TLS. The broker shows a certificate for 127.0.0.1 and rabbitmq.test,
// and asks for one of the same authority.

using namespace ironbus;
using namespace ironbus::test;
using boost::test_tools::per_element;

BOOST_AUTO_TEST_SUITE(amqp_tls)

BOOST_AUTO_TEST_CASE(ten_thousand_messages_come_through) {
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

BOOST_AUTO_TEST_CASE(large_messages_come_through_whole_over_tls) {
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

BOOST_AUTO_TEST_CASE(a_certificate_that_is_no_good_is_refused_with_its_fault) {
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

BOOST_AUTO_TEST_CASE(the_name_to_verify_can_be_another_one_or_none) {
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
  options.tls.ca_file = own.other.file();  // still must be of an authority
  proxied_bus stranger{options, url};
  const auto why = refusal(stranger);
  BOOST_TEST(holds(why, "by an authority that is not trusted"), why);
}

BOOST_AUTO_TEST_CASE(an_expired_certificate_is_refused) {
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

BOOST_AUTO_TEST_CASE(a_broker_that_asks_for_a_certificate_gets_one_or_says_so) {
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

BOOST_AUTO_TEST_CASE(a_wrong_password_is_called_that) {
  credentials own;
  auto url = proxied_url::encrypted();
  url.password = "s3cret-but-wrong";
  proxied_bus bus{own.options(), url};
  const auto why = refusal(bus);
  BOOST_TEST(holds(why, "ACCESS_REFUSED"), why);
  BOOST_TEST(!holds(why, "s3cret"), why);
}

BOOST_AUTO_TEST_CASE(one_side_in_the_clear_is_told_from_other_faults) {
  credentials own;
  proxied_bus early{own.options(), {.scheme = "amqps"}};
  const auto no_tls = refusal(early);
  BOOST_TEST(holds(no_tls, "does not speak TLS"), no_tls);
  auto url = proxied_url::encrypted();
  url.scheme = "amqp";
  proxied_bus plain{{}, url};
  refusal(plain);
}

BOOST_AUTO_TEST_CASE(files_that_cannot_be_read_are_named) {
  credentials own;
  std::filesystem::remove(own.folder + "/client.key");
  proxied_bus bus{own.options(), proxied_url::encrypted()};
  const auto why = refusal(bus);
  BOOST_TEST(holds(why, "client.key' cannot be read: No such file"), why);
}

BOOST_AUTO_TEST_CASE(renewed_certificates_are_used_by_the_next_connection) {
  credentials own;
  own.other.issue("client");  // as one that has been revoked: the broker takes it no more
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
  // One that does not fit keeps nobody from the connection that is there.
  own.other.issue("client");
  exchange_one(bus, queue, box, "2");
  own.authority().issue("client");
  bus.cut();
  bus.wait_for(bus_state::connecting);
  bus.restore();
  exchange_one(bus, queue, box, "3");
}

BOOST_AUTO_TEST_CASE(a_connection_of_which_one_half_is_closed_is_made_anew) {
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
