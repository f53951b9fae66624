#include "fixture.hpp"

#include <boost/test/unit_test.hpp>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

// Files through the whole gateway: request headers and answers.

using namespace ironbus;
using namespace ironbus::test;
namespace fs = std::filesystem;

namespace {

constexpr auto date_of_file = "Sun, 06 Nov 1994 08:49:37 GMT";
constexpr auto file_day_before = "Sat, 05 Nov 1994 08:49:37 GMT";

struct published_files {
  published_files() {
    fs::create_directories(folder / "discs");
    for (size_t i = 0; i < 300'000; ++i) content += static_cast<char>('a' + i % 23);
    write("disc.iso", content);
    write("empty", "");
    policy.boot_root = folder.string();
  }
  ~published_files() { fs::remove_all(folder); }

  void write(const std::string& name, const std::string& text) const {
    const auto path = (folder / "discs" / name).string();
    std::ofstream{path, std::ios::binary} << text;
    const timespec then{784'111'777, 0};
    const std::array times{then, then};
    BOOST_REQUIRE(::utimensat(AT_FDCWD, path.c_str(), times.data(), 0) == 0);
  }

  const fs::path folder = fs::temp_directory_path() / ("file_answer_" + std::to_string(::getpid()));
  std::string content;
  installation_policy policy;
};

struct answer_fixture : published_files, gateway_fixture {
  answer_fixture() : gateway_fixture({}, policy) {}

  answer ask_for(const std::string& name, const std::string& headers,
                 const std::string& method = "GET") const {
    client one{served->port()};
    one.send(method + " /v1/boot/discs/" + name +
             " HTTP/1.1\r\nHost: api.test\r\nConnection: close\r\n" + headers + "\r\n");
    return one.read();
  }
  answer range(const std::string& value, const std::string& more = {}) const {
    return ask_for("disc.iso", "Range: " + value + "\r\n" + more);
  }
  std::string tag() const { return ask_for("disc.iso", "").headers.at("etag"); }
};

/// A line of a header.
std::string line(const std::string& name, const std::string& value) {
  return name + ": " + value + "\r\n";
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(file_answers, answer_fixture)

BOOST_AUTO_TEST_CASE(a_file_is_sent_with_its_validators) {
  const auto got = ask_for("disc.iso", "");
  BOOST_TEST(got.status == 200);
  BOOST_TEST((got.body == content));
  BOOST_TEST(got.headers.at("accept-ranges") == "bytes");
  BOOST_TEST(got.headers.at("cache-control") == "no-cache");
  BOOST_TEST(got.headers.at("content-type") == "application/octet-stream");
  BOOST_TEST(got.headers.at("last-modified") == date_of_file);
  BOOST_TEST(got.headers.at("date") == "Fri, 15 Jan 2027 08:00:00 GMT");
  BOOST_TEST(got.headers.at("etag").front() == '"');
  BOOST_TEST(got.headers.count("content-range") == 0U);
}

BOOST_AUTO_TEST_CASE(head_has_the_headers_of_get_and_no_body) {
  const auto whole = ask_for("disc.iso", "");
  auto got = ask_for("disc.iso", "", "HEAD");
  BOOST_TEST(got.status == 200);
  BOOST_TEST(got.body.empty());
  for (const auto* name : {"content-length", "etag", "last-modified", "accept-ranges"})
    BOOST_TEST(got.headers.at(name) == whole.headers.at(name));
  got = ask_for("disc.iso", line("Range", "bytes=0-9"), "HEAD");  // Only GET has ranges.
  BOOST_TEST(got.status == 200);
  BOOST_TEST(got.headers.at("content-length") == "300000");
  got = ask_for("disc.iso", line("Range", "bytes=999999-"), "HEAD");
  BOOST_TEST(got.status == 200);
  BOOST_TEST(ask_for("disc.iso", line("If-None-Match", tag()), "HEAD").status == 304);
  BOOST_TEST(ask_for("disc.iso", line("If-Match", "\"x\""), "HEAD").status == 412);
  BOOST_TEST(ask_for("nothing", "", "HEAD").status == 404);
}

BOOST_AUTO_TEST_CASE(a_range_gets_that_part) {
  const auto got = range("bytes=100-299");
  BOOST_TEST(got.status == 206);
  BOOST_TEST(got.headers.at("content-range") == "bytes 100-299/300000");
  BOOST_TEST(got.headers.at("content-length") == "200");
  BOOST_TEST(got.headers.at("etag") == tag());
  BOOST_TEST(got.headers.at("last-modified") == date_of_file);
  BOOST_TEST(got.body == content.substr(100, 200));
  BOOST_TEST(range("bytes=299999-").body == content.substr(299'999));
  BOOST_TEST(range("bytes=-7").headers.at("content-range") == "bytes 299993-299999/300000");
  BOOST_TEST(range("bytes=-7").body == content.substr(299'993));
  BOOST_TEST(range("bytes=0-").status == 206);
  BOOST_TEST((range("bytes=0-").body == content));
}

BOOST_AUTO_TEST_CASE(a_missing_range_gets_416_with_the_size) {
  const auto got = range("bytes=300000-");
  BOOST_TEST(got.status == 416);
  BOOST_TEST(got.headers.at("content-range") == "bytes */300000");
  BOOST_TEST(got.error() == "The file has 300000 bytes.");
  BOOST_TEST(got.headers.count("etag") == 0U);
  BOOST_TEST(ask_for("empty", line("Range", "bytes=0-")).status == 416);
  BOOST_TEST(ask_for("empty", line("Range", "bytes=0-")).headers.at("content-range") ==
             "bytes */0");
}

BOOST_AUTO_TEST_CASE(anything_but_a_single_range_gets_the_whole_file) {
  for (const auto& value : {std::string{"bytes=0-0,2-2"}, std::string{"lines=1-2"},
                            std::string{"bytes=b-a"}, std::string{}, std::string(10'000, '-')}) {
    const auto got = range(value);
    BOOST_TEST(got.status == 200, value.substr(0, 30));
    BOOST_TEST(got.body.size() == content.size());
  }
  BOOST_TEST(range("bytes=0-0", line("Range", "bytes=0-0")).status == 200);
}

BOOST_AUTO_TEST_CASE(many_small_ranges_on_one_connection_give_the_file) {
  client one{served->port()};
  std::string got;
  for (size_t first = 0; first < content.size(); first += 2048) {
    one.send("GET /v1/boot/discs/disc.iso HTTP/1.1\r\nHost: a\r\nRange: bytes=" +
             std::to_string(first) + "-" + std::to_string(first + 2047) + "\r\n\r\n");
    const auto part = one.read();
    BOOST_REQUIRE(part.status == 206);
    got += part.body;
  }
  BOOST_TEST((got == content));
}

BOOST_AUTO_TEST_CASE(a_file_that_the_client_has_is_not_sent_again) {
  const auto got = ask_for("disc.iso", line("If-None-Match", "\"x\", W/" + tag()));
  BOOST_TEST(got.status == 304);
  BOOST_TEST(got.body.empty());
  BOOST_TEST(got.headers.count("content-length") == 0U);
  BOOST_TEST(got.headers.count("content-type") == 0U);
  BOOST_TEST(got.headers.at("etag") == tag());
  BOOST_TEST(ask_for("disc.iso", line("If-Modified-Since", date_of_file)).status == 304);
  BOOST_TEST(ask_for("disc.iso", line("If-Modified-Since", file_day_before)).status == 200);
  BOOST_TEST(range("bytes=0-0", line("If-None-Match", tag())).status == 304);
  BOOST_TEST(range("bytes=0-0", line("If-None-Match", "\"x\"")).status == 206);
}

BOOST_AUTO_TEST_CASE(a_request_for_another_version_gets_412) {
  for (const auto& condition :
       {line("If-Match", "\"x\""), line("If-Unmodified-Since", file_day_before)}) {
    const auto got = range("bytes=0-9", condition);
    BOOST_TEST(got.status == 412);
    BOOST_TEST(got.error() == "The file does not match the request's precondition.");
  }
  BOOST_TEST(range("bytes=0-9", line("If-Match", tag())).status == 206);
  BOOST_TEST(range("bytes=0-9", line("If-Unmodified-Since", date_of_file)).status == 206);
}

BOOST_AUTO_TEST_CASE(a_client_resumes_the_version_that_it_started) {
  const auto first = tag();
  BOOST_TEST(range("bytes=10-", line("If-Range", first)).status == 206);
  BOOST_TEST(range("bytes=10-", line("If-Range", date_of_file)).status == 206);
  BOOST_TEST(range("bytes=10-", line("If-Range", "W/" + first)).status == 200);
  fs::rename(folder / "discs/disc.iso", folder / "discs/old.iso");
  write("disc.iso", content);  // the same bytes and date, another file
  BOOST_TEST(tag() != first);
  const auto whole = range("bytes=10-", line("If-Range", first));
  BOOST_TEST(whole.status == 200);
  BOOST_TEST((whole.body == content));
  BOOST_TEST(range("bytes=999999-", line("If-Range", first)).status == 200);
  BOOST_TEST(range("bytes=999999-", line("If-Range", tag())).status == 416);
}

BOOST_AUTO_TEST_CASE(an_empty_file_is_served) {
  BOOST_TEST(ask_for("empty", "").status == 200);
  BOOST_TEST(ask_for("empty", "").headers.at("content-length") == "0");
  BOOST_TEST(ask_for("empty", line("Range", "bytes=-1")).status == 200);
}

BOOST_AUTO_TEST_CASE(long_and_odd_headers_do_no_harm) {
  for (const auto* name : {"Range", "If-Range", "If-Match", "If-None-Match", "If-Modified-Since",
                           "If-Unmodified-Since"})
    for (const auto& value :
         {std::string(15'000, '"'), std::string(15'000, ','), std::string(15'000, '9'),
          std::string{"\xff\xfe"}, std::string{"bytes=\x80-"}}) {
      const auto status = ask_for("disc.iso", line(name, value)).status;
      BOOST_TEST((status == 200 || (status == 412 && name == std::string{"If-Match"})),
                 name << " " << status);
    }
}

BOOST_AUTO_TEST_SUITE_END()
