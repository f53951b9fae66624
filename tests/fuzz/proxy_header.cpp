// The PROXY header of a connection, and the headers in which proxies name the client.
#include "gateways/http/listening/proxy_header.hpp"

#include "gateways/http/transport/forwarded.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <cstdlib>
#include <string>

/// Reads as the reader of a connection does: each step asks for bytes that belong to the header.
static void feed_proxy_header(std::string_view input) {
  using namespace ironbus::http;
  size_t got = 0;
  for (;;) {
    const auto step = read_proxy_header(input.substr(0, got));
    if (step.more == 0) {
      if (!step.fault.empty() && step.client) std::abort();
      break;
    }
    got += step.more;
    if (got > proxy_header_bytes_max) std::abort();
    if (got > input.size()) break;
  }
  const std::string text{input};
  const auto trusts = [](const ironbus::ip_address& hop) { return hop[15] % 2 == 0; };
  for (const auto* name : {"X-Forwarded-For", "Forwarded"}) {
    const header_list headers{{name, text}, {name, text}};
    forwarded_client(headers, trusts);
    const auto place = forwarded_place_in(headers);
    if (place.host.size() > text.size()) std::abort();
  }
}

static const ironbus::fuzz_target proxy_header_target{"proxy_header", feed_proxy_header};
