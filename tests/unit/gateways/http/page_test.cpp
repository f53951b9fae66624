#include "fixture.hpp"
#include "gateways/http/ui/page_files.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <regex>
#include <set>

// How the fleet page's files are sent.

namespace {

using namespace ironbus;
using namespace ironbus::test;

struct page_fixture : gateway_fixture {
  answer ask_with(const std::string& method, const std::string& path,
                  const std::string& headers) const {
    client one{served->port()};
    one.send(method + " " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n" + headers +
             "\r\n");
    return one.read();
  }
};

/// The matches of a pattern's first group.
std::set<std::string> names_in(std::string_view text, const std::regex& pattern) {
  const std::string all{text};
  std::set<std::string> out;
  for (std::sregex_iterator at{all.begin(), all.end(), pattern}; at != std::sregex_iterator{}; ++at)
    out.insert((*at)[1]);
  return out;
}

BOOST_FIXTURE_TEST_SUITE(page, page_fixture)

BOOST_AUTO_TEST_CASE(each_file_has_its_type_and_tag) {
  const std::map<std::string, std::string> wanted{{"index.html", "text/html; charset=utf-8"},
                                                  {"app.js", "text/javascript; charset=utf-8"},
                                                  {"base.css", "text/css; charset=utf-8"},
                                                  {"icon.svg", "image/svg+xml"}};
  std::set<std::string> tags;
  for (const auto& [name, type] : wanted) {
    const auto got = ask("GET", "/ui/" + name);
    BOOST_TEST(got.status == 200, name);
    BOOST_TEST(got.headers.at("content-type") == type);
    BOOST_TEST(got.headers.at("cache-control") == "no-cache");
    BOOST_TEST(got.body == http::find_page_file(name)->text);
    tags.insert(got.headers.at("etag"));
  }
  BOOST_TEST(tags.size() == wanted.size());
}

BOOST_AUTO_TEST_CASE(the_page_is_a_folder_and_is_found_without_its_slash) {
  const auto moved = ask("GET", "/ui");
  BOOST_TEST(moved.status == 307);
  BOOST_TEST(moved.headers.at("location") == "ui/");
  BOOST_TEST(ask("GET", "/ui?a=b/").status == 307);
  for (const auto* path : {"/ui/", "/ui/?x=1"}) {
    const auto got = ask("GET", path);
    BOOST_TEST(got.status == 200, path);
    BOOST_TEST(got.body.find("<!doctype html>") == 0U);
  }
}

BOOST_AUTO_TEST_CASE(a_cached_file_is_not_sent_again) {
  const auto tag = ask("GET", "/ui/app.js").headers.at("etag");
  for (const auto& known : {tag, "\"other\", " + tag, std::string{"*"}, "W/" + tag}) {
    const auto got = ask_with("GET", "/ui/app.js", "If-None-Match: " + known + "\r\n");
    BOOST_TEST(got.status == 304, known);
    BOOST_TEST(got.body.empty());
    BOOST_TEST(got.headers.at("etag") == tag);
  }
  BOOST_TEST(ask_with("GET", "/ui/app.js", "If-None-Match: \"other\"\r\n").status == 200);
}

BOOST_AUTO_TEST_CASE(an_unknown_file_is_not_found) {
  for (const auto* path : {"/ui/none.js", "/ui/app.js/x", "/ui/.hidden", "/ui/ui"})
    BOOST_TEST(ask("GET", path).status == 404, path);
  BOOST_TEST(ask("POST", "/ui/app.js").status == 405);
  const auto refused = ask("GET", "/ui/none.js");
  BOOST_TEST(refused.headers.count("etag") == 0U);
  BOOST_TEST(refused.headers.at("content-type") == "application/json");
}

BOOST_AUTO_TEST_CASE(the_policy_blocks_content_from_elsewhere) {
  for (const auto* path : {"/ui/", "/ui/app.js"}) {
    const auto got = ask("GET", path);
    const auto& policy = got.headers.at("content-security-policy");
    for (const auto* part : {"default-src 'self'", "script-src 'self'", "style-src 'self'",
                             "frame-ancestors 'none'", "require-trusted-types-for 'script'"})
      BOOST_TEST(policy.find(part) != std::string::npos, part);
    BOOST_TEST(policy.find("unsafe") == std::string::npos);
    BOOST_TEST(got.headers.at("x-content-type-options") == "nosniff");
    BOOST_TEST(got.headers.at("referrer-policy") == "no-referrer");
  }
}

BOOST_AUTO_TEST_CASE(the_files_follow_the_policy_and_refer_only_to_each_other) {
  const std::regex imports{R"x(from "\./([^"]+)")x"};
  const std::regex links{R"x((?:href|src)="([^"#]+)")x"};
  for (const auto& [name, text] : http::page_texts()) {
    for (const auto* forbidden : {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write",
                                  "eval(", "style=", "onclick=\"", "url("})
      BOOST_TEST(text.find(forbidden) == std::string_view::npos, name << " has " << forbidden);
    for (const auto& other : names_in(text, name.ends_with(".js") ? imports : links))
      BOOST_TEST((http::find_page_file(other) != nullptr), name << " names " << other);
    BOOST_TEST(std::count(text.begin(), text.end(), '\n') < 300, name);
  }
}

BOOST_AUTO_TEST_CASE(the_access_route_shows_the_user_and_rights) {
  BOOST_TEST(get("/v1/access") == (json{{"user", nullptr},
                                        {"read_only", false},
                                        {"auth_strategy", "noauth"},
                                        {"granted", nullptr}}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
