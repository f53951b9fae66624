// The headers that are read before anybody is known: credentials, origins, the base of links.
#include "gateways/http/access/cors.hpp"
#include "gateways/http/access/credentials.hpp"
#include "gateways/http/access/htpasswd.hpp"
#include "gateways/http/api/base_url.hpp"
#include "gateways/http/api/version.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <cstdlib>

static void feed_headers(std::string_view input) {
  using namespace ironbus::http;
  const std::string text{input};
  if (const auto read = read_basic(text); read && read->user.empty()) std::abort();
  for (const auto& [user, hash] : parse_htpasswd(text).hashes)
    if (user.empty() || !is_bcrypt(hash)) std::abort();
  is_origin(text);
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
