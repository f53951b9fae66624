#include "drivers/ramdisk/http/tls_choice.hpp"

#include "drivers/ramdisk/base/log.hpp"
#include "messages/platform/set_tls_limits.hpp"

#include <memory>

namespace ironbus::ramdisk {

namespace {

bool are_usable_ciphers(const std::string& list) {
  const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context{SSL_CTX_new(TLS_method()),
                                                                  &SSL_CTX_free};
  return set_tls_limits(context.get(), {.ciphers = list});
}

}  // namespace

tls_limits usable_tls(tls_limits wanted, const tls_limits& otherwise) {
  auto& version = wanted.minimum_version;
  if (!version.empty() && version != "1.2" && version != "1.3") {
    log_line("ignoring the minimum TLS version '" + version + "'; allowed: 1.2, 1.3");
    version.clear();
  }
  if (version.empty()) version = otherwise.minimum_version;
  auto& ciphers = wanted.ciphers;
  if (!ciphers.empty() && !are_usable_ciphers(ciphers)) {
    log_line("ignoring the TLS ciphers '" + ciphers + "': OpenSSL supports none of them");
    ciphers.clear();
  }
  if (ciphers.empty()) ciphers = otherwise.ciphers;
  return wanted;
}

}  // namespace ironbus::ramdisk
