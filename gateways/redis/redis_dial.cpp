#include "gateways/redis/redis_dial.hpp"

#include "gateways/redis/redis_tls.hpp"

namespace ironbus::redis {

namespace {

result<std::unique_ptr<stream>> open_stream(const server& address, const patience& limit,
                                            const tls_client_options& tls) {
  auto socket = connect_to(address, limit);
  if (!socket) return tl::unexpected<failure>(socket.error());
  if (!address.tls) return make_plain_stream(*std::move(socket));
  return make_tls_stream(*std::move(socket), address.host, tls, limit);
}

}  // namespace

result<connection_ptr> dial(const server& address, std::chrono::milliseconds timeout,
                            const std::function<bool()>& while_waiting,
                            const tls_client_options& tls) {
  auto bytes =
      open_stream(address, {std::chrono::steady_clock::now() + timeout, while_waiting}, tls);
  if (bytes) return std::make_unique<connection>(*std::move(bytes));
  return fail(error_code::unavailable, "Redis at " + address.host + ":" +
                                           std::to_string(address.port) + ": " +
                                           bytes.error().message);
}

result<std::monostate> authenticate(connection& link, const login& who) {
  if (who.password.empty()) return std::monostate{};
  const auto known = who.user.empty() ? ask(link, {"AUTH", who.password})
                                      : ask(link, {"AUTH", who.user, who.password});
  if (!known) return tl::unexpected<failure>(known.error());
  return std::monostate{};
}

}  // namespace ironbus::redis
