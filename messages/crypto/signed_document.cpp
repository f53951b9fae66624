#include "messages/crypto/signed_document.hpp"

#include "messages/base/text.hpp"
#include "messages/crypto/base64.hpp"

namespace ironbus {

namespace {

constexpr std::string_view algorithm = "EdDSA";
constexpr json_limits payload_limits{.bytes = 64 * 1024 * 1024, .depth = 64};

json header_of(const verifying_key& key, std::string_view type) {
  return {{"alg", algorithm}, {"kid", key.id()}, {"typ", type}};
}

tl::unexpected<failure> unsigned_document(const std::string& why) {
  return fail(error_code::invalid, "The signature is invalid: " + why + ".");
}

}  // namespace

json sign_document(const signing_key& key, const json& document, std::string_view type) {
  const auto header = to_base64url(to_text(header_of(key.public_half(), type)));
  const auto payload = to_base64url(to_text(document));
  return {{"payload", payload},
          {"protected", header},
          {"signature", to_base64url(key.sign(header + "." + payload))}};
}

result<json> read_signed_document(const verifying_key& key, const json& signature,
                                  std::string_view type) {
  if (!signature.is_object()) return unsigned_document("it is not a JSON object");
  const auto header = member_text(signature, "protected");
  const auto payload = member_text(signature, "payload");
  const auto bytes = from_base64url(member_text(signature, "signature"));
  const auto header_text = from_base64url(header);
  const auto payload_text = from_base64url(payload);
  if (!bytes || !header_text || !payload_text)
    return unsigned_document("payload, protected or signature is missing or is not base64url");
  const auto said = parse_json(*header_text);
  if (!said || *said != header_of(key, type))
    return unsigned_document("it was made with another key, or it signs something other than " +
                             std::string{type});
  if (!key.verifies(header + "." + payload, *bytes))
    return unsigned_document("it was changed after signing, or it is forged");
  auto out = parse_json(*payload_text, payload_limits);
  if (!out) return unsigned_document("its payload is not JSON");
  return out;
}

}  // namespace ironbus
