#include "gateways/redis/redis_url.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using redis::parse_url;

BOOST_AUTO_TEST_SUITE(redis_url)

BOOST_AUTO_TEST_CASE(all_parts_are_read) {
  auto x = parse_url("redis://ann:s%3Acr%2Fet@redis.example:6380/7").value();
  BOOST_TEST(x.host == "redis.example");
  BOOST_TEST(x.port == 6380);
  BOOST_TEST(x.user == "ann");
  BOOST_TEST(x.password == "s:cr/et");
  BOOST_TEST(x.database == 7u);
}

BOOST_AUTO_TEST_CASE(missing_parts_have_defaults) {
  auto x = parse_url("redis://host").value();
  BOOST_TEST(x.host == "host");
  BOOST_TEST(x.port == 6379);
  BOOST_TEST(x.user == "");
  BOOST_TEST(x.password == "");
  BOOST_TEST(x.database == 0u);
  BOOST_TEST(parse_url("redis://host/").value().database == 0u);
}

BOOST_AUTO_TEST_CASE(a_password_needs_no_user) {
  auto x = parse_url("redis://:pw@host/2").value();
  BOOST_TEST(x.user == "");
  BOOST_TEST(x.password == "pw");
}

BOOST_AUTO_TEST_CASE(a_password_may_contain_an_at_or_a_slash) {
  BOOST_TEST(parse_url("redis://:p@w@host").value().password == "p@w");
  BOOST_TEST(parse_url("redis://:p/w@host").value().password == "p/w");
}

BOOST_AUTO_TEST_CASE(an_ipv6_address_is_in_brackets) {
  auto x = parse_url("redis://[::1]:7000/1").value();
  BOOST_TEST(x.host == "::1");
  BOOST_TEST(x.port == 7000);
  BOOST_TEST(parse_url("redis://[fe80::2]").value().host == "fe80::2");
}

BOOST_AUTO_TEST_CASE(sentinels_come_before_the_service_name) {
  auto x = parse_url("redis+sentinel://:pw@a,b:7000,[::1]:7001/fleet/3").value();
  BOOST_TEST(x.password == "pw");
  BOOST_TEST(x.service == "fleet");
  BOOST_TEST(x.database == 3u);
  BOOST_TEST_REQUIRE(x.sentinels.size() == 3u);
  BOOST_TEST(x.sentinels[0].host == "a");
  BOOST_TEST(x.sentinels[0].port == 26379);
  BOOST_TEST(x.sentinels[1].port == 7000);
  BOOST_TEST(x.sentinels[2].host == "::1");
  BOOST_TEST(parse_url("redis+sentinel://a/fleet").value().database == 0u);
  BOOST_TEST(parse_url("redis://host").value().sentinels.empty());
}

BOOST_AUTO_TEST_CASE(a_tls_scheme_applies_to_all_servers) {
  const auto direct = parse_url("rediss://fleet:a%3Ab@host:7000/2").value();
  BOOST_TEST(direct.tls);
  BOOST_TEST(direct.user == "fleet");
  BOOST_TEST(direct.password == "a:b");
  BOOST_TEST(direct.port == 7000u);
  BOOST_TEST(direct.database == 2u);
  BOOST_TEST(parse_url("rediss://host").value().port == 6379u);
  const auto found = parse_url("rediss+sentinel://a,[::1]:7000/fleet").value();
  BOOST_TEST(found.service == "fleet");
  for (const auto& sentinel : found.sentinels) BOOST_TEST(sentinel.tls);
  BOOST_TEST(found.sentinels[0].port == 26379u);
  BOOST_TEST(!parse_url("redis://host").value().tls);
  BOOST_TEST(!parse_url("redis+sentinel://a/fleet").value().sentinels[0].tls);
}

BOOST_AUTO_TEST_CASE(each_error_is_named) {
  auto message = [](std::string_view url) {
    auto x = parse_url(url);
    BOOST_TEST(!x.has_value());
    BOOST_TEST((x.error().code == error_code::invalid));
    return x.error().message;
  };
  auto says = [&](std::string_view url, std::string_view what) {
    BOOST_TEST_CONTEXT(url) { BOOST_TEST(message(url).find(what) != std::string::npos); }
  };
  says("", "the scheme must be redis://");
  says("http://host", "the scheme must be redis://");
  says("rediss+tls://host", "the scheme must be redis://, rediss://");
  says("rediss://", "no host");
  says("rediss+sentinel://a", "the service name");
  says("redis://", "no host");
  says("redis://:6379", "no host");
  says("redis://host:", "no host in 'host:'");
  says("redis://host:0", "port '0'");
  says("redis://host:65536", "port '65536'");
  says("redis://host:12x", "port '12x'");
  says("redis://host/one", "database 'one'");
  says("redis://host/-1", "database '-1'");
  says("redis://user@host", "user:password");
  says("redis://:%zz@host", "percent-encoding");
  says("redis://host:%4", "port '%4'");
  says("redis://[::1", "no host");
  says("redis+sentinel://a", "the service name");
  says("redis+sentinel://a//1", "the service name");
  says("redis+sentinel://a,/fleet", "no host in ''");
  says("redis+sentinel://a:0/fleet", "port '0'");
  says("redis+sentinel://a/fleet/x", "database 'x'");
}

BOOST_AUTO_TEST_CASE(no_error_contains_the_password) {
  for (const auto* url : {"redis://u:hidden@host:0", "redis://u:hidden@", "redis://u:hidden%@h",
                          "redis://u:hidden@host/x", "http://u:hidden@host"})
    BOOST_TEST(parse_url(url).error().message.find("hidden") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
