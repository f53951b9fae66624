#include "gateways/http/access/credential_cache.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include <stdexcept>

namespace ironbus::http {

verified::verified(std::chrono::milliseconds lifetime, size_t entries_max)
    : lifetime_(lifetime), entries_max_(entries_max) {
  if (RAND_bytes(key_.data(), static_cast<int>(key_.size())) != 1)
    throw std::runtime_error("cannot generate random numbers");
}

verified::digest verified::digest_of(const credentials& credentials) const {
  // The length keeps "a" + "bc" and "ab" + "c" apart.
  const auto text =
      std::to_string(credentials.user.size()) + ":" + credentials.user + credentials.password;
  digest out{};
  unsigned size = 0;
  HMAC(EVP_sha256(), key_.data(), static_cast<int>(key_.size()),
       reinterpret_cast<const unsigned char*>(text.data()), text.size(), out.data(), &size);
  return out;
}

bool verified::holds(const digest& x, time_point now) const {
  const auto found = until_.find(x);
  return found != until_.end() && now < found->second;
}

void verified::add(const digest& digest, time_point now) {
  if (until_.size() >= entries_max_) {
    std::erase_if(until_, [&](const auto& row) { return row.second <= now; });
    if (until_.size() >= entries_max_) until_.clear();
  }
  until_[digest] = now + lifetime_;
}

}  // namespace ironbus::http
