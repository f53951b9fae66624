#include "tests/contract/store/tls_redis.hpp"

#include "gateways/redis/redis_dial.hpp"
#include "gateways/redis/redis_replies.hpp"
#include "gateways/redis/redis_store.hpp"

#include <filesystem>

namespace ironbus::test {

using namespace std::chrono_literals;

tls_redis::tls_redis(const tls_redis_wish& wish) : plain{words(wish), disk::as_it_is, false} {}

tls_redis::~tls_redis() {
  plain.crash();
  std::filesystem::remove_all(folder);
}

std::vector<std::string> tls_redis::tls_words(uint16_t at_port) const {
  return {"--tls-port",         std::to_string(at_port),
          "--tls-cert-file",    authority.path("server.crt"),
          "--tls-key-file",     authority.path("server.key"),
          "--tls-ca-cert-file", authority.path("trusted.crt"),
          "--tls-auth-clients", "yes"};
}

std::vector<std::string> tls_redis::words(const tls_redis_wish& wish) const {
  authority.issue("server", wish.server);
  authority.issue("client");
  std::filesystem::copy_file(authority.file(), authority.path("trusted.crt"));
  auto out = redis_server::durable();
  for (const auto& more :
       {tls_words(port),
        std::vector<std::string>{"--user", user, "on", ">" + password, "~*", "&*", "+@all"},
        wish.further})
    out.insert(out.end(), more.begin(), more.end());
  return out;
}

redis_options tls_redis::options() const {
  redis_options out;
  out.url = url();
  out.retry_max = 100ms;
  out.tls.ca_file = authority.path("trusted.crt");
  out.tls.certificate_file = authority.path("client.crt");
  out.tls.key_file = authority.path("client.key");
  return out;
}

std::string tls_redis::url(const std::string& host, const std::string& secret,
                           uint16_t at_port) const {
  return "rediss://" + user + ":" + secret + "@" + host + ":" +
         std::to_string(at_port == 0 ? port : at_port);
}

void tls_redis::renew(const certificate_authority& fresh) const {
  fresh.issue("server");
  fresh.issue("client");
  std::filesystem::copy_file(fresh.file(), authority.path("trusted.crt"),
                             std::filesystem::copy_options::overwrite_existing);
  // All in one command: changed one by one they would not match.
  tell({"CONFIG", "SET", "tls-cert-file", authority.path("server.crt"), "tls-key-file",
        authority.path("server.key"), "tls-ca-cert-file", authority.path("trusted.crt")});
}

redis::reply tls_redis::tell(std::initializer_list<std::string_view> words) const {
  redis::server address;
  address.port = static_cast<uint16_t>(plain.port());
  const auto connection = redis::dial(address, 1s, [] { return true; }).value();
  return redis::ask(*connection, words).value();
}

uint64_t tls_redis::connections() const {
  const auto answer = tell({"INFO", "stats"});
  const std::string text{redis::text_of(answer.get())};
  const std::string name = "total_connections_received:";
  const auto begin = text.find(name) + name.size();
  return redis::number_in(text.substr(begin, text.find('\r', begin) - begin));
}

std::string refusal(const redis_options& options) {
  const auto store = redis_store::open(options).value();
  const auto pinged = store_client{*store}.ping();
  return pinged ? "it can" : pinged.error().message;
}

}  // namespace ironbus::test
