#include "messages/wire/envelope.hpp"

namespace ironbus {

std::string encode_envelope(const envelope& envelope) {
  json out{{"specversion", "1.0"},      {"id", envelope.id},           {"type", envelope.type},
           {"source", envelope.source}, {"subject", envelope.subject}, {"time", envelope.time},
           {"data", envelope.data}};
  if (envelope.traceparent) out["traceparent"] = *envelope.traceparent;
  if (envelope.sequence)
    out["sequence"] = std::to_string(*envelope.sequence);  // the extension is defined as a string
  if (!envelope.authid.empty()) {
    out["authtype"] = "user";
    out["authid"] = envelope.authid;
  }
  if (!envelope.request_id.empty()) out["requestid"] = envelope.request_id;
  if (envelope.expires) out["expirytime"] = *envelope.expires;
  return to_text(out);
}

namespace {

envelope read(json& in) {
  envelope out;
  in.at("id").get_to(out.id);
  in.at("type").get_to(out.type);
  out.source = in.value("source", "");
  out.subject = in.value("subject", "");
  in.at("time").get_to(out.time);
  if (auto at = in.find("traceparent"); at != in.end()) out.traceparent = at->get<std::string>();
  if (auto at = in.find("sequence"); at != in.end())
    out.sequence = std::stoull(at->get<std::string>());
  out.authid = in.value("authid", "");
  out.request_id = in.value("requestid", "");
  if (auto at = in.find("expirytime"); at != in.end()) out.expires = at->get<timestamp>();
  out.data = std::move(in.at("data"));
  return out;
}

}  // namespace

result<envelope> decode_envelope(std::string_view text) {
  auto parsed = parse_own_json(text);
  if (!parsed) return fail(error_code::invalid, "the message: " + parsed.error().message);
  auto& in = *parsed;
  if (!in.is_object()) return fail(error_code::invalid, "the message is not a JSON object");
  try {
    return read(in);
  } catch (const std::exception& e) {  // json errors, and a sequence that is no number
    return fail(error_code::invalid, std::string{"the message is no CloudEvent: "} + e.what());
  }
}

}  // namespace ironbus
