// Headers that are read before authentication: credentials, origins, the base of links, and
// conditions for files.
#include "gateways/http/access/cors.hpp"
#include "gateways/http/access/credentials.hpp"
#include "gateways/http/access/htpasswd.hpp"
#include "gateways/http/api/base_url.hpp"
#include "gateways/http/api/version.hpp"
#include "gateways/http/ramdisk/byte_range.hpp"
#include "gateways/http/ramdisk/http_date.hpp"
#include "gateways/http/ramdisk/preconditions.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <cstdlib>

static void feed_file_headers(const std::string& text) {
  using namespace ironbus::http;
  constexpr uint64_t size = 1000;
  const std::chrono::sys_seconds now{std::chrono::seconds{1'800'000'000}};
  const auto range = parse_range(text, size);
  if (range.what == byte_range::kind::part &&
      (range.bytes == 0 || range.first >= size || range.bytes > size - range.first))
    std::abort();
  if (const auto date = parse_http_date(text, now))
    if (parse_http_date(http_date(*date), now) != date) std::abort();
  const auto current = validators_of({1, 2, size, 784'111'777'000'000'000}, now);
  for (const auto* name : {"If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since"})
    judge({"GET", "/", {{name, text}}, {}}, current, now);
  range_counts({"GET", "/", {{"If-Range", text}}, {}}, current, now);
}

static void feed_headers(std::string_view input) {
  using namespace ironbus::http;
  const std::string text{input};
  if (const auto read = read_basic(text); read && read->user.empty()) std::abort();
  for (const auto& [user, hash] : parse_htpasswd(text).hashes)
    if (user.empty() || !is_bcrypt(hash)) std::abort();
  is_origin(text);
  feed_file_headers(text);
  const request x{"GET",
                  "/",
                  {{"Host", text},
                   {"X-Forwarded-Host", text},
                   {"X-Forwarded-Prefix", text},
                   {"X-OpenStack-Ironic-API-Version", text}},
                  {}};
  const auto base = base_url(x, {{}, true, true});
  if (base.find_first_of(" \"\\<>\r\n") != std::string::npos) std::abort();
  if (const auto version = negotiate(x.headers);
      version && (*version < version_min || *version > version_max))
    std::abort();
}

static const ironbus::fuzz_target headers_target{"headers", feed_headers};
