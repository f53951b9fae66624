#pragma once

#include "gateways/redis/redis_options.hpp"
#include "gateways/redis/redis_session.hpp"
#include "tests/contract/store/redis_server.hpp"
#include "tests/contract/store/store_client.hpp"
#include "tests/support/certificate_authority.hpp"
#include "tests/support/free_port.hpp"

#include <string>
#include <vector>

namespace ironbus::test {

/// Settings of a tls_redis.
struct tls_redis_wish {
  certificate_wish server{};
  std::vector<std::string> further{};  ///< Further arguments of its command line.
};

/// A Redis with TLS on its own port, which requires certificates of its authority. The test uses
/// the plain port.
class tls_redis {
public:
  inline static const std::string user = "fleet";
  inline static const std::string password = "s3cret-and-right";

  explicit tls_redis(const tls_redis_wish& wish = {});
  ~tls_redis();

  /// Options of an accepted store.
  redis_options options() const;
  std::string url(const std::string& host = "127.0.0.1", const std::string& secret = password,
                  uint16_t at_port = 0) const;
  /// Arguments for certificates and port of a server.
  std::vector<std::string> tls_words(uint16_t at_port) const;
  /// Replaces the certificates of server and clients, and the only trusted authority.
  void renew(const certificate_authority& fresh) const;

  redis::reply tell(std::initializer_list<std::string_view> words) const;
  /// Number of connections so far, including those of tell().
  uint64_t connections() const;

  const std::string folder = "/tmp/ironbus-tls-" + random_name();
  const certificate_authority authority{folder, "authority"};
  const certificate_authority other{folder, "other"};
  const uint16_t port = free_port();
  redis_server plain;

private:
  std::vector<std::string> words(const tls_redis_wish& wish) const;
};

/// Why a store with these options cannot be used; "it can" if it can.
std::string refusal(const redis_options& options);

inline bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace ironbus::test
