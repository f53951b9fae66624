// The headers that are read before anybody is known: credentials, origins, the base of links.
#include "gateways/http/base_url.hpp"
#include "gateways/http/cors.hpp"
#include "gateways/http/credentials.hpp"
#include "gateways/http/htpasswd.hpp"
#include "gateways/http/version.hpp"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace ironbus::http;
  const std::string text{reinterpret_cast<const char*>(data), size};
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
  return 0;
}
