#include "messages/model/cleaning_certificate.hpp"

#include "messages/base/secrets.hpp"
#include "messages/base/text.hpp"
#include "messages/crypto/digest.hpp"
#include "messages/crypto/signed_document.hpp"
#include "messages/model/snapshot.hpp"

namespace ironbus {

namespace {

bool is_cleaning(workflow kind) {
  return kind == workflow::automated_clean || kind == workflow::manual_clean;
}

json node_part(const node_snapshot& node) {
  json addresses = json::array();
  for (const auto& x : node.ports) addresses.push_back(x.address);
  const auto& attributes = node.attributes;
  return {{"uuid", attributes.uuid},
          {"name", attributes.name ? json(*attributes.name) : json{}},
          {"driver", attributes.driver},
          {"mac_addresses", std::move(addresses)}};
}

/// Without a step nothing was cleaned: a request skipped the cleaning.
std::string_view result_of(const operation& ended) {
  if (ended.failure) return "failed";
  return ended.steps.empty() ? "skipped" : "done";
}

json operation_part(const operation& ended, timestamp ended_at) {
  return {{"id", ended.id},
          {"kind", to_string(ended.kind)},
          {"started_at", ended.started_at},
          {"ended_at", ended_at},
          {"result", result_of(ended)},
          {"reason", ended.failure.value_or("")},
          {"user", ended.user},
          {"request_id", ended.request_id}};
}

std::string chain_hash(const std::string& before, const json& entry) {
  return sha256_of(before + "\n" + to_text(entry));
}

json chained_entries(const operation& ended) {
  json out = json::array();
  std::string hash;
  for (const auto& x : ended.ledger) {
    auto entry = mask_secrets(document_of(x));
    if (!entry.contains("report")) entry["report"] = nullptr;
    hash = chain_hash(hash, entry);
    entry["hash"] = hash;
    out.push_back(std::move(entry));
  }
  return out;
}

std::optional<failure> check_chain(const json& payload) {
  const auto entries = payload.is_object() ? payload.find("entries") : payload.end();
  if (!payload.is_object() || entries == payload.end() || !entries->is_array())
    return failure{error_code::invalid, "The certificate has no list of entries."};
  std::string hash;
  for (const auto& x : *entries) {
    auto entry = x;
    const auto said = x.is_object() ? member_text(x, "hash") : std::string{};
    if (x.is_object()) entry.erase("hash");
    hash = chain_hash(hash, entry);
    if (said != hash)
      return failure{error_code::invalid, "The chain of the certificate's entries is broken at " +
                                              member_text(x, "interface") + "." +
                                              member_text(x, "name") + "."};
  }
  return std::nullopt;
}

}  // namespace

std::optional<json> certificate_of(const node_snapshot& node, const operation& ended,
                                   timestamp ended_at) {
  if (!is_cleaning(ended.kind)) return std::nullopt;
  const auto version = node.attributes.driver_internal_info.value("agent_version", json{});
  const auto& previous = node.last_certificate;
  return json{{"node", node_part(node)},
              {"operation", operation_part(ended, ended_at)},
              {"agent_version", version.is_string() ? version : json{}},
              {"previous", previous.empty() ? json{} : json(previous)},
              {"entries", chained_entries(ended)}};
}

std::string certificate_digest(const json& payload) { return sha256_of(to_text(payload)); }

result<json> read_certificate(const verifying_key& key, const json& certificate) {
  auto out = read_signed_document(key, certificate, certificate_type);
  if (!out) return out;
  if (auto wrong = check_chain(*out)) return tl::unexpected(std::move(*wrong));
  return out;
}

}  // namespace ironbus
