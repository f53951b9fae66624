#include "gateways/redis/redis_sentinel.hpp"

#include <charconv>

namespace ironbus::redis {

namespace {

result<reply> ask_where(connection& link, const endpoint& wanted) {
  if (auto known = authenticate(link, wanted.sentinel_login); !known)
    return tl::unexpected<failure>(known.error());
  return ask(link, {"SENTINEL", "get-master-addr-by-name", wanted.service});
}

result<server> ask_sentinel(const server& sentinel, const endpoint& wanted,
                            std::chrono::milliseconds timeout,
                            const std::function<bool()>& while_waiting,
                            const tls_client_options& tls) {
  const auto link = dial(sentinel, timeout, while_waiting, tls);
  if (!link) return tl::unexpected(link.error());
  (*link)->limit_wait(timeout);
  const auto answer = ask_where(**link, wanted);
  const auto named = "the Sentinel at " + sentinel.host + ":" + std::to_string(sentinel.port);
  if (!answer) return fail(error_code::unavailable, named + ": " + answer.error().message);
  if ((*answer)->type != REDIS_REPLY_ARRAY || (*answer)->elements != 2)
    return fail(error_code::unavailable, named + " knows no primary for " + wanted.service);
  server out{std::string{text_of((*answer)->element[0])}, 0, sentinel.tls};
  const auto port = text_of((*answer)->element[1]);
  std::from_chars(port.data(), port.data() + port.size(), out.port);
  return out;
}

}  // namespace

result<server> find_primary(const endpoint& wanted, std::chrono::milliseconds timeout,
                            const std::function<bool()>& while_waiting,
                            const tls_client_options& tls) {
  failure why{error_code::unavailable, "no Sentinel is configured"};
  for (const auto& sentinel : wanted.sentinels) {
    auto found = ask_sentinel(sentinel, wanted, timeout, while_waiting, tls);
    if (found) return found;
    why = found.error();
  }
  return tl::unexpected(std::move(why));
}

result<std::monostate> check_primary(connection& link) {
  const auto role = ask(link, {"ROLE"});
  if (!role) return tl::unexpected<failure>(role.error());
  const bool known = (*role)->type == REDIS_REPLY_ARRAY && (*role)->elements > 0;
  if (known && text_of((*role)->element[0]) == "master") return std::monostate{};
  return fail(error_code::unavailable, "Redis: the server is not a primary, or not yet");
}

}  // namespace ironbus::redis
