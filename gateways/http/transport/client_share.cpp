#include "gateways/http/transport/client_share.hpp"

#include "gateways/http/transport/forwarded.hpp"

#include <utility>

namespace ironbus::http {

namespace {

// Bodies are counted in pieces of this size.
constexpr uint64_t counted_piece = 64 * 1024;

}  // namespace

client_share::client_share(client_budget& budget, const connection_peer& peer) : budget_(budget) {
  set_peer(peer);
}

void client_share::set_peer(const connection_peer& peer) {
  address_ = peer.address;
  peer_ = address_ ? std::optional{client_address(*address_)} : std::nullopt;
  trusted_ = budget_.trusts(peer);
  client_ = trusted_ ? std::nullopt : peer_;
  client_host_ = address_;
}

void client_share::leave() {
  release();
  end_handshake();
  if (std::exchange(counted_, false)) budget_.give_connection(*peer_);
  if (std::exchange(joined_, false)) budget_.note_end();
}

bool client_share::join() {
  counted_ = !trusted_ && peer_ && budget_.take_connection(*peer_);
  joined_ = counted_ || trusted_ || !peer_;
  if (joined_) budget_.note_begin();
  return joined_;
}

bool client_share::become(const ip_address& client) {
  leave();
  set_peer({client});
  return join();
}

bool client_share::begin_handshake() {
  shakes_hands_ = budget_.begin_handshake();
  return shakes_hands_;
}

void client_share::end_handshake() {
  if (std::exchange(shakes_hands_, false)) budget_.end_handshake();
}

void client_share::set_client(const request& head) {
  if (!trusted_) return;
  const auto named =
      forwarded_client(head.headers, [this](const ip_address& hop) { return budget_.trusts(hop); });
  client_ = named ? std::optional{client_address(*named)} : std::nullopt;
  client_host_ = named;
}

size_t client_share::counted(uint64_t bytes) {
  if (bytes <= small_body_bytes) return 0;
  return static_cast<size_t>((bytes + counted_piece - 1) / counted_piece * counted_piece);
}

std::optional<overuse> client_share::lacks(uint64_t bytes) const {
  const auto wanted = counted(bytes);
  return wanted > held_ ? budget_.lacks(client_, wanted - held_) : std::nullopt;
}

std::optional<overuse> client_share::hold(size_t bytes) {
  const auto wanted = counted(bytes);
  if (wanted > held_)
    if (auto why = budget_.take_bytes(client_, wanted - held_)) return why;
  if (wanted < held_) budget_.give_bytes(client_, held_ - wanted);
  held_ = wanted;
  return std::nullopt;
}

void client_share::hold_anyway(size_t bytes) {
  const auto wanted = counted(bytes);
  if (wanted > held_) budget_.take_bytes_anyway(client_, wanted - held_);
  if (wanted < held_) budget_.give_bytes(client_, held_ - wanted);
  held_ = wanted;
}

}  // namespace ironbus::http
