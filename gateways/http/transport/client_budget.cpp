#include "gateways/http/transport/client_budget.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

constexpr std::array overuse_answers{
    overuse_answer{"connections", 503, "The service has too many connections. Try again later."},
    overuse_answer{"address_connections", 429,
                   "Your address has too many connections. Close some, or try again later."},
    overuse_answer{"bodies", 503,
                   "The running requests use all the memory that the service allows. Try again "
                   "later."},
    overuse_answer{"address_bodies", 429,
                   "The running requests of your address use all the memory that one address may "
                   "use. Wait for their responses, or try again later."},
    overuse_answer{"slow_body", 408, "The request body arrived too slowly."},
    overuse_answer{"slow_follower", 408, "The client read the stream too slowly."},
    overuse_answer{"slow_file", 408, "The client read the file too slowly."},
};
static_assert(overuse_answers.size() == static_cast<size_t>(overuse::count_), "one without a row");

/// Whether the address is ::ffff:a.b.c.d, the form of IPv4 in ip_address.
bool is_ipv4(const ip_address& address) {
  constexpr size_t zeros = 10;
  return std::all_of(address.begin(), address.begin() + zeros, [](uint8_t x) { return x == 0; }) &&
         address[zeros] == 0xff && address[zeros + 1] == 0xff;
}

}  // namespace

const overuse_answer& answer_to(overuse x) { return overuse_answers.at(static_cast<size_t>(x)); }

bool client_budget::trusts(const ip_address& proxy) const {
  return std::any_of(limits_.trusted_proxies.begin(), limits_.trusted_proxies.end(),
                     [&](const ip_network& network) { return network.holds(proxy); });
}

bool client_budget::trusts(const connection_peer& peer) const {
  return peer.is_local ? limits_.trusts_unix_socket : peer.address && trusts(*peer.address);
}

bool client_budget::begin_handshake() {
  if (++handshakes_ <= limits_.handshakes_max) return true;
  --handshakes_;
  return false;
}

bool client_budget::take_connection(const ip_address& client) {
  std::lock_guard hold{mutex_};
  const auto one = holders_.try_emplace(client).first;
  if (one->second.connections >= limits_.connections_per_address_max) return false;
  ++one->second.connections;
  return true;
}

void client_budget::give_connection(const ip_address& client) {
  std::lock_guard hold{mutex_};
  const auto one = holders_.find(client);
  --one->second.connections;
  forget_if_idle(one);
}

std::optional<overuse> client_budget::judge(const std::optional<ip_address>& client,
                                            size_t bytes) const {
  if (client) {  // Checked first: a client over its own share gets that answer, however full the
                 // whole is.
    const auto one = holders_.find(*client);
    const auto has = one == holders_.end() ? 0 : one->second.bytes;
    const auto most = limits_.body_bytes_per_address_max;
    if (bytes > most - std::min(has, most)) return overuse::address_bodies;
  }
  if (bytes > limits_.body_bytes_max - std::min(bytes_, limits_.body_bytes_max))
    return overuse::bodies;
  return std::nullopt;
}

std::optional<overuse> client_budget::lacks(const std::optional<ip_address>& client,
                                            size_t bytes) const {
  std::lock_guard hold{mutex_};
  return judge(client, bytes);
}

std::optional<overuse> client_budget::take_bytes(const std::optional<ip_address>& client,
                                                 size_t bytes) {
  std::lock_guard hold{mutex_};
  if (auto why = judge(client, bytes)) return why;
  add(client, bytes);
  return std::nullopt;
}

void client_budget::take_bytes_anyway(const std::optional<ip_address>& client, size_t bytes) {
  std::lock_guard hold{mutex_};
  add(client, bytes);
}

void client_budget::add(const std::optional<ip_address>& client, size_t bytes) {
  bytes_ += bytes;
  shown_bytes_ += static_cast<int64_t>(bytes);
  if (client) holders_[*client].bytes += bytes;
}

void client_budget::give_bytes(const std::optional<ip_address>& client, size_t bytes) {
  std::lock_guard hold{mutex_};
  bytes_ -= bytes;
  shown_bytes_ += -static_cast<int64_t>(bytes);
  if (!client) return;
  const auto one = holders_.find(*client);
  one->second.bytes -= bytes;
  forget_if_idle(one);
}

void client_budget::forget_if_idle(holders::iterator one) {
  if (one->second.connections == 0 && one->second.bytes == 0) holders_.erase(one);
}

size_t client_budget::body_bytes() const {
  std::lock_guard hold{mutex_};
  return bytes_;
}

size_t client_budget::addresses() const {
  std::lock_guard hold{mutex_};
  return holders_.size();
}

ip_address client_address(const ip_address& peer) {
  constexpr size_t network_bytes = 8;
  auto out = peer;
  if (!is_ipv4(peer)) std::fill(out.begin() + network_bytes, out.end(), uint8_t{0});
  return out;
}

}  // namespace ironbus::http
