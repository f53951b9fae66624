#include "drivers/kit/http/url_files.hpp"

#include "drivers/kit/http/url_version.hpp"
#include "messages/crypto/digest.hpp"
#include "tests/support/test_lease.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

using namespace ironbus;
using namespace ironbus::test;
namespace fs = std::filesystem;

namespace {

constexpr uint64_t bytes_max = 100UL * 1024 * 1024;
const std::string url = "http://192.0.2.7:8080/images/ramdisk";

std::string header_of(const http_request& asked, std::string_view name) {
  for (const auto& [key, value] : asked.headers)
    if (key == name) return value;
  return {};
}

/// A web server without a network.
struct web_server {
  std::string content;
  bool ranges = true;
  bool tags = true;
  std::optional<http_failure> failure;
  std::optional<unsigned> status;
  std::function<void(size_t request)> before = [](size_t) {};
  std::string wrong_range;  ///< Content-Range, instead of the right one.
  std::vector<http_request> asked;

  std::string tag() const { return "\"" + sha256_of(content).substr(0, 16) + "\""; }

  http_result answer(const http_request& request) {
    before(asked.size());
    asked.push_back(request);
    if (failure) return tl::unexpected(*failure);
    if (status) return http_response{*status, {}, "no"};
    if (tags && header_of(request, "If-None-Match") == tag()) return http_response{304, {}, {}};
    const auto known = header_of(request, "If-Match");
    if (!known.empty() && known != tag()) return http_response{412, {}, {}};
    return part_of(header_of(request, "Range"));
  }

  http_result part_of(const std::string& range) const {
    http_response out{200, {}, content};
    if (tags) out.headers.emplace_back("ETag", tag());
    if (!ranges && content.size() > url_files::piece_bytes)
      return tl::unexpected(http_failure{http_error::too_large, "too large"});
    if (!ranges) return out;
    const auto first = std::stoul(range.substr(6));
    out.status = 206;
    out.body = content.substr(first, url_files::piece_bytes);
    out.headers.emplace_back(
        "Content-Range", !wrong_range.empty() ? wrong_range
                                              : "bytes " + std::to_string(first) + "-" +
                                                    std::to_string(first + out.body.size() - 1) +
                                                    "/" + std::to_string(content.size()));
    return out;
  }
};

http_exchange exchange_with(web_server& server) {
  return [&server](http_request request) -> boost::asio::awaitable<http_result> {
    co_return server.answer(request);
  };
}

struct url_fixture {
  url_fixture() {
    server.content.resize(2 * url_files::piece_bytes + 12'345);
    for (size_t i = 0; i < server.content.size(); ++i)
      server.content[i] = static_cast<char>(i * 7 + i / 251);
    begin();
  }
  ~url_fixture() {
    pool.stop();
    fs::remove_all(root);
  }

  /// A process that begins anew.
  void begin() { files.emplace(io.get_executor(), exchange_with(server), pool, root.string()); }

  std::vector<result<shared_file>> fetch_all(const std::vector<permit>& permits) {
    std::vector<result<shared_file>> out(permits.size(), fail(error_code::internal, "no end"));
    for (size_t i = 0; i < permits.size(); ++i)
      boost::asio::co_spawn(io, files->fetch(permits[i], url, bytes_max),
                            [&out, i](const std::exception_ptr& thrown, result<shared_file> x) {
                              if (thrown) std::rethrow_exception(thrown);
                              out[i] = std::move(x);
                            });
    io.restart();
    io.run();
    return out;
  }
  result<shared_file> fetch() { return fetch_all({lasting_permit()}).front(); }
  std::string fetched() {
    const auto got = fetch();
    BOOST_REQUIRE_MESSAGE(got, (got ? "" : got.error().message));
    std::ifstream file{got->path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
  }
  std::string refusal(error_code code = error_code::unavailable) {
    const auto got = fetch();
    BOOST_REQUIRE(!got);
    BOOST_TEST((got.error().code == code), got.error().message);
    return got.error().message;
  }
  size_t drafts() const {
    size_t out = 0;
    for (const auto& one : fs::directory_iterator{root / shared_folder})
      out += one.path().filename().string().starts_with(".draft") ? 1 : 0;
    return out;
  }

  const fs::path root = fs::temp_directory_path() / ("urls_" + std::to_string(::getpid()));
  boost::asio::io_context io;
  web_server server;
  blocking_pool pool{{"urls", 1}};
  std::optional<url_files> files;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(url_file, url_fixture)

BOOST_AUTO_TEST_CASE(a_file_comes_in_pieces_of_one_version) {
  BOOST_TEST((fetched() == server.content));
  BOOST_TEST(server.asked.size() == 3U);
  BOOST_TEST(header_of(server.asked[0], "If-Match").empty());
  BOOST_TEST(header_of(server.asked[2], "If-Match") == server.tag());
  BOOST_TEST(header_of(server.asked[2], "Range") == "bytes=16777216-25165823");
  BOOST_TEST(server.asked[0].target == "/images/ramdisk");
  BOOST_TEST(drafts() == 0U);
}

BOOST_AUTO_TEST_CASE(many_that_ask_at_once_are_one_visit) {
  for (const auto& one : fetch_all(std::vector<permit>(50, lasting_permit())))
    BOOST_TEST(one.has_value());
  BOOST_TEST(server.asked.size() == 3U);
  fetched();
  BOOST_TEST(server.asked.size() == 3U);
}

BOOST_AUTO_TEST_CASE(another_process_asks_whether_it_is_the_same) {
  const auto first = fetch()->name;
  begin();
  BOOST_TEST(fetch()->name == first);
  BOOST_TEST(server.asked.size() == 4U);
  server.content[5] ^= 1;
  begin();
  BOOST_TEST((fetched() == server.content));
  BOOST_TEST(fetch()->name != first);
}

BOOST_AUTO_TEST_CASE(the_same_bytes_elsewhere_are_the_same_file) {
  server.tags = false;
  const auto first = fetch()->name;
  begin();
  BOOST_TEST(fetch()->name == first);
  BOOST_TEST(server.asked.size() == 6U);  // nothing is known that could be asked by
}

BOOST_AUTO_TEST_CASE(one_that_was_removed_meanwhile_is_fetched_anew) {
  fs::remove(fetch()->path);
  BOOST_TEST((fetched() == server.content));
  BOOST_TEST(server.asked.size() == 6U);
}

BOOST_AUTO_TEST_CASE(a_change_in_the_middle_is_noticed) {
  server.before = [this](size_t request) {
    if (request == 1) server.content[0] ^= 1;
  };
  BOOST_TEST(refusal().find("changed meanwhile") != std::string::npos);
  BOOST_TEST((fetched() == server.content));  // a failure is not believed later
  BOOST_TEST(drafts() == 0U);
}

BOOST_AUTO_TEST_CASE(a_server_that_lies_about_its_parts_is_refused) {
  for (const auto* range :
       {"bytes 1-8388608/16789561", "bytes 0-8388607/*", "bytes 0-7/16789561", "8388607",
        "bytes 0-8388607/8388607", "", "bytes 0-8388607/99999999999999999999"}) {
    server.wrong_range = range;
    if (*range == '\0') server.wrong_range = " ";
    BOOST_TEST(refusal().find("another part") != std::string::npos, range);
  }
  server.wrong_range = "bytes 0-8388607/1000000000000";
  BOOST_TEST(refusal(error_code::invalid).find("allowed: 1 to 104857600") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(without_ranges_small_files_only) {
  server.ranges = false;
  BOOST_TEST(refusal().find("(Range)") != std::string::npos);
  server.content.resize(1000);
  BOOST_TEST((fetched() == server.content));
  begin();
  server.content.clear();
  refusal(error_code::invalid);
}

BOOST_AUTO_TEST_CASE(what_fails_names_the_url_and_no_password) {
  server.status = 404;
  const auto text = refusal();
  BOOST_TEST(text.find(url) != std::string::npos);
  BOOST_TEST(text.find("404") != std::string::npos);
  server.failure = http_failure{http_error::unreachable, "Nobody listens there."};
  BOOST_TEST(refusal().find("Nobody listens there.") != std::string::npos);
  for (const auto* odd : {"http://user:geheim@h/x", "ftp://h/x", "http://h/x?token=1", "http://"}) {
    std::optional<result<shared_file>> got;
    boost::asio::co_spawn(io, files->fetch(lasting_permit(), odd, bytes_max),
                          [&got](const std::exception_ptr&, result<shared_file> x) { got = x; });
    io.restart();
    io.run();
    BOOST_TEST((got->error().code == error_code::invalid), odd);
    BOOST_TEST(got->error().message.find("geheim") == std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(who_has_lost_its_step_fails_nobody_else) {
  test_lease held;
  const auto lost = held.issue();
  server.before = [&lost](size_t request) {
    if (request == 1) lost.revoke();
  };
  const auto got = fetch_all({lost, lasting_permit(), lasting_permit()});
  BOOST_TEST(!got[0].has_value());
  BOOST_TEST(got[1].has_value());
  BOOST_TEST(got[2].has_value());
}

BOOST_AUTO_TEST_CASE(what_cannot_be_kept_is_said) {
  fs::remove_all(root);
  std::ofstream{root} << "no folder";
  BOOST_TEST(refusal().find("No file can be written") != std::string::npos);
  fs::remove(root);
}

BOOST_AUTO_TEST_SUITE_END()
