#include "actors/runtime/webhooks/webhook_share.hpp"

#include "messages/crypto/digest.hpp"
#include "messages/ports/process_description.hpp"

namespace ironbus {

std::vector<std::string> dispatchers_among(const std::vector<member>& members) {
  std::vector<std::string> out;
  for (const auto& one : members)
    if (decode_description(one).has_role("conductor")) out.push_back(one.name);
  return out;
}

std::string dispatcher_for(std::string_view webhook, const std::vector<std::string>& names) {
  std::string out;
  std::string best;
  for (const auto& name : names) {
    auto weight = sha256_of(name + "/" + std::string{webhook});
    if (weight <= best) continue;
    out = name;
    best = std::move(weight);
  }
  return out;
}

}  // namespace ironbus
