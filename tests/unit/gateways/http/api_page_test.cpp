#include "gateways/http/routes.hpp"
#include "gateways/http/version.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

// The table of endpoints in docs/api.md is made from the routes, so it cannot go stale. After a
// change of the routes:
//   IRONBUS_WRITE_DOCS=1 build/dev/bin/unit_gateways_http

namespace {

using namespace ironbus::http;

const std::string page_path = "docs/api.md";  // tests run at the root of the project
const std::string table_begin = "<!-- conformance: ";
const std::string table_end = "<!-- /conformance -->";

std::string_view public_text(ironbus::http::access x) {
  if (x == ironbus::http::access::everyone) return "yes";
  return x == ironbus::http::access::ramdisk ? "ramdisk" : "–";
}

std::string conformance_table() {
  std::ostringstream out;
  out << "| Method | Path | Since | Older | Public | What it does |\n|---|---|---|---|---|---|\n";
  for (const auto& x : routes()) {
    out << "| " << x.method << " | `" << x.path << "` | "
        << (x.since > 0 ? version_text(x.since) : "any") << " | ";
    x.since > version_min ? out << x.when_older : out << "–";
    out << " | " << public_text(x.who) << " | " << x.summary << " |\n";
  }
  return out.str();
}

std::string page_text() {
  std::ifstream file{page_path};
  return {std::istreambuf_iterator<char>{file}, {}};
}

/// The page with the table as it should be.
std::string renewed(const std::string& page) {
  const auto begin = page.find('\n', page.find(table_begin)) + 1;
  const auto end = page.find(table_end);
  BOOST_REQUIRE(page.find(table_begin) != std::string::npos);
  BOOST_REQUIRE(end != std::string::npos);
  return page.substr(0, begin) + "\n" + conformance_table() + "\n" + page.substr(end);
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_page_of_the_api_lists_the_routes) {
  const auto wanted = renewed(page_text());
  if (std::getenv("IRONBUS_WRITE_DOCS") != nullptr) std::ofstream{page_path} << wanted;
  BOOST_TEST((page_text() == wanted),
             page_path << " is out of date; see above how to write it anew");
}
