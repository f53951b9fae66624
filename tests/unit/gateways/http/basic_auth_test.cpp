#include "gateways/http/access/basic_auth.hpp"

#include "tests/support/await.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <future>
#include <random>

namespace {

using namespace ironbus;
using namespace ironbus::http;
using namespace std::chrono_literals;

// The hashes of "secret" and "other", at the lowest cost.
const std::string hash_2b = "$2b$04$mcqpn7xDo4HAtYP.ZwcMUO0zg6aOFzVhjgGM.o3z2JWc6TJIE6WDe";
const std::string hash_2y = "$2y$04$sYDCh4wDJLYLdRKIjYgY2eNSjjPNSAQYSXpwuC/LokC6sCre.3RNe";

struct user_file {
  explicit user_file(const std::string& text) { write(text); }
  ~user_file() { std::filesystem::remove(path); }
  user_file(const user_file&) = delete;
  user_file& operator=(const user_file&) = delete;
  void write(const std::string& text) const { std::ofstream{path} << text; }

  const std::string path = std::filesystem::temp_directory_path() /
                           ("ironbus-htpasswd-" + std::to_string(std::random_device{}()));
};

verdict judged(basic_auth& users, const std::string& user, const std::string& password) {
  std::promise<verdict> out;
  users.verify({user, password}, [&](verdict x) { out.set_value(x); });
  return out.get_future().get();
}

BOOST_AUTO_TEST_SUITE(http_basic)

BOOST_AUTO_TEST_CASE(only_bcrypt_of_an_acceptable_cost_is_accepted) {
  BOOST_TEST(is_bcrypt(hash_2b));
  BOOST_TEST(is_bcrypt(hash_2y));
  BOOST_TEST(is_bcrypt("$2a$" + hash_2b.substr(4)));
  for (const auto& bad :
       {std::string{}, hash_2b.substr(1), hash_2b + "x", "$2x$" + hash_2b.substr(4),
        "$2b$17" + hash_2b.substr(6), "$2b$03" + hash_2b.substr(6), "$2b$1x" + hash_2b.substr(6),
        hash_2b.substr(0, 59) + ":"})
    BOOST_TEST(!is_bcrypt(bad), bad);
}

BOOST_AUTO_TEST_CASE(invalid_lines_are_ignored_and_counted) {
  const auto read = parse_htpasswd("# users\n\nann:" + hash_2b + "\r\nplain:password\n:" + hash_2b +
                                   "\nno colon\nann:" + hash_2y);
  BOOST_TEST(read.hashes.size() == 1U);
  BOOST_TEST(read.hashes.at("ann") == hash_2b);
  BOOST_TEST(read.ignored_lines == (std::vector<size_t>{4, 5, 6}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(hashes_of_each_kind_are_checked) {
  BOOST_TEST(bcrypt_matches("secret", hash_2b));
  BOOST_TEST(bcrypt_matches("secret", "$2a$" + hash_2b.substr(4)));
  BOOST_TEST(bcrypt_matches("other", hash_2y));
  BOOST_TEST(!bcrypt_matches("Secret", hash_2b));
  BOOST_TEST(!bcrypt_matches("", hash_2b));
  BOOST_TEST(!bcrypt_matches(std::string{"secret\0", 7}, hash_2b));
  BOOST_TEST(!bcrypt_matches(std::string(100'000, 'x'), hash_2b));
}

BOOST_AUTO_TEST_CASE(the_header_is_read_as_in_rfc_7617) {
  const auto read = read_basic("Basic YW5uOnNlOmNyZXQ=");
  BOOST_REQUIRE(read);
  BOOST_TEST(read->user == "ann");
  BOOST_TEST(read->password == "se:cret");
  BOOST_TEST(read_basic("bAsIc   YTo=").has_value());
  for (const auto* bad : {"", "Basic", "Basic ", "Basic YW5u", "Basic OnNlY3JldA==", "Bearer YTo=",
                          "Basic YTo", "Basic YT=o", "Basic ====", "Basic Y\xC3\x28o="})
    BOOST_TEST(!read_basic(bad), bad);
}

BOOST_AUTO_TEST_CASE(a_file_without_users_is_rejected) {
  const user_file none{"ann:plain\n"};
  for (const auto& path : {none.path, none.path + ".missing", std::string{"/tmp"}}) {
    basic_auth users{{path}};
    const auto started = users.start();
    BOOST_REQUIRE(!started);
    BOOST_TEST(started.error().message.find("'" + path + "'") == 0U, started.error().message);
    BOOST_TEST(started.error().message.find("htpasswd -B") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(verified_credentials_are_remembered) {
  const user_file file{"ann:" + hash_2b + "\n"};
  basic_auth_options options{file.path};
  options.remembered = 300ms;
  basic_auth users{options};
  users.start().value();
  BOOST_TEST(!users.remembers({"ann", "secret"}));
  BOOST_CHECK(judged(users, "ann", "secret") == verdict::right);
  BOOST_TEST(users.remembers({"ann", "secret"}));
  BOOST_TEST(!users.remembers({"annsec", "ret"}));
  BOOST_CHECK(judged(users, "ann", "wrong") == verdict::wrong);
  BOOST_CHECK(judged(users, "eve", "secret") == verdict::wrong);
  BOOST_TEST(!users.remembers({"ann", "wrong"}));
  BOOST_TEST(test::fulfilled([&] { return !users.remembers({"ann", "secret"}); }));
}

BOOST_AUTO_TEST_CASE(a_changed_file_replaces_the_users_and_a_broken_one_does_not) {
  const user_file file{"ann:" + hash_2b + "\n"};
  basic_auth_options options{file.path};
  options.file_check_period = 10ms;
  basic_auth users{options};
  users.start().value();
  BOOST_CHECK(judged(users, "ann", "secret") == verdict::right);
  file.write("bob:" + hash_2y + "\n");
  BOOST_CHECK(judged(users, "bob", "other") == verdict::right);
  BOOST_TEST(!users.remembers({"ann", "secret"}));
  BOOST_CHECK(judged(users, "ann", "secret") == verdict::wrong);
  file.write("");
  BOOST_CHECK(judged(users, "bob", "other") == verdict::right);
}

BOOST_AUTO_TEST_CASE(too_many_concurrent_checks_are_rejected) {
  const user_file file{"ann:" + hash_2b + "\n"};
  basic_auth_options options{file.path};
  options.waiting_max = 0;
  basic_auth users{options};
  users.start().value();
  BOOST_CHECK(judged(users, "ann", "secret") == verdict::overloaded);
}

/// The longest and the shortest time of a few refusals.
std::pair<double, double> time_of_refusals(const password_file& users, const std::string& user) {
  double longest = 0;
  double shortest = 1e9;
  for (int i = 0; i < 5; ++i) {
    const auto began = std::chrono::steady_clock::now();
    BOOST_TEST(!users.holds({user, "wrong"}));
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    longest = std::max(longest, took.count());
    shortest = std::min(shortest, took.count());
  }
  return {longest, shortest};
}

// A hash of cost 9 takes 32 times as long as one of cost 4.
BOOST_AUTO_TEST_CASE(a_refusal_takes_equally_long_for_every_user) {
  const auto users = parse_htpasswd("ann:" + hash_2b + "\nbob:$2b$09" + hash_2b.substr(6) + "\n");
  BOOST_TEST(users.holds({"ann", "secret"}));
  const auto cheap = time_of_refusals(users, "ann");
  const auto dear = time_of_refusals(users, "bob");
  const auto unknown = time_of_refusals(users, "eve");
  BOOST_TEST(cheap.first > dear.second / 2);
  BOOST_TEST(dear.first > cheap.second / 2);
  BOOST_TEST(unknown.first > dear.second / 2);
}

BOOST_AUTO_TEST_CASE(the_credential_cache_is_limited) {
  verified memory{1min, 2};
  const auto now = std::chrono::steady_clock::now();
  for (int i = 0; i < 5; ++i) memory.add(memory.digest_of({"ann", std::to_string(i)}), now);
  int held = 0;
  for (int i = 0; i < 5; ++i)
    held += memory.holds(memory.digest_of({"ann", std::to_string(i)}), now);
  BOOST_TEST(held > 0);
  BOOST_TEST(held <= 2);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
