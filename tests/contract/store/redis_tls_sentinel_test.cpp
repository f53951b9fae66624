#include "gateways/redis/redis_store.hpp"
#include "tests/contract/store/tls_redis.hpp"
#include "tests/support/await.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

// Sentinels with TLS and authentication.

namespace {

/// A Redis and its Sentinel; both require certificates, and the Redis a login.
struct watched_redis {
  tls_redis server;
  uint16_t port = free_port();
  redis_server sentinel{words(), disk::as_it_is, false};

  watched_redis() {
    BOOST_TEST_REQUIRE(fulfilled([this] { return refusal(options()) == "it can"; }, 20s));
  }

  std::vector<std::string> words() const {
    const auto settings = server.authority.path("sentinel.conf");
    std::ofstream{settings} << "sentinel monitor fleet 127.0.0.1 " << server.port << " 1\n"
                            << "sentinel auth-user fleet " << tls_redis::user << "\n"
                            << "sentinel auth-pass fleet " << tls_redis::password << "\n";
    auto out = server.tls_words(port);
    out.insert(out.begin(), {settings, "--sentinel"});
    out.insert(out.end(), {"--tls-replication", "yes"});
    return out;
  }

  /// The first Sentinel of the URL is unreachable.
  redis_options options() const {
    auto out = server.options();
    out.url = "rediss+sentinel://" + tls_redis::user + ":" + tls_redis::password +
              "@127.0.0.1:1,127.0.0.1:" + std::to_string(port) + "/fleet";
    return out;
  }

  void tell_sentinel(std::initializer_list<std::string_view> command) const {
    redis::server address;
    address.port = static_cast<uint16_t>(sentinel.port());
    const auto link = redis::dial(address, 1s, [] { return true; }).value();
    BOOST_TEST_REQUIRE(redis::ask(*link, command).has_value());
  }
  /// From now on it accepts only this user, and only the commands of a store.
  void let_in(std::string_view user, const std::string& secret) const {
    tell_sentinel(
        {"ACL", "SETUSER", user, "on", ">" + secret, "-@all", "+sentinel|get-master-addr-by-name"});
    tell_sentinel({"ACL", "SETUSER", "default", "off"});
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(redis_tls_sentinel, watched_redis)

BOOST_AUTO_TEST_CASE(sentinels_are_queried_over_tls) {
  const auto store = redis_store::open(options()).value();
  store_client client{*store};
  BOOST_TEST(client.apply(change("n1")).value() == 1u);
  BOOST_TEST(client.load("n1").value().version == 1u);
  auto strange = options();
  strange.tls.ca_file = server.other.file();
  const auto why = refusal(strange);
  BOOST_TEST(holds(why, "by an authority that is not trusted"), why);
}

BOOST_AUTO_TEST_CASE(sentinels_get_their_own_login) {
  let_in("watcher", "of the:watch@tower");
  auto known = options();
  known.sentinel_user = "watcher";
  known.sentinel_password = "of the:watch@tower";
  const auto store = redis_store::open(known).value();
  store_client client{*store};
  BOOST_TEST(client.apply(change("n1")).value() == 1u);
  BOOST_TEST(redis::session::open(known).has_value());  // like tools do
  server.plain.crash();
  BOOST_TEST(fulfilled([&] { return !client.ping().has_value(); }, 10s));
  server.plain.start();
  BOOST_TEST(fulfilled([&] { return client.ping().has_value(); }, 10s));
  BOOST_TEST(client.load("n1").value().version == 1u);
}

BOOST_AUTO_TEST_CASE(password_of_sentinels_needs_no_user) {
  tell_sentinel({"ACL", "SETUSER", "default", "resetpass", ">for all"});
  auto known = options();
  known.sentinel_password = "for all";
  BOOST_TEST(refusal(known) == "it can");
}

BOOST_AUTO_TEST_CASE(rejecting_sentinel_is_reported_with_its_reason) {
  let_in("watcher", "right");
  const auto place = "the Sentinel at 127.0.0.1:" + std::to_string(port) + ": ";
  const auto none = refusal(options());
  BOOST_TEST(holds(none, place), none);
  BOOST_TEST(holds(none, "NOAUTH"), none);
  auto wrong = options();
  wrong.sentinel_user = "watcher";
  wrong.sentinel_password = "s3cret-but-wrong";
  const auto why = refusal(wrong);
  BOOST_TEST(holds(why, place), why);
  BOOST_TEST(holds(why, "WRONGPASS"), why);
  BOOST_TEST(!holds(why, "s3cret"), why);
}

BOOST_AUTO_TEST_SUITE_END()
