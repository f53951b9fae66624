#include "messages/wire/envelope.hpp"

namespace ironbus {

std::string encode_envelope(const envelope& x) {
  json out{{"specversion", "1.0"}, {"id", x.id},     {"type", x.type}, {"source", x.source},
           {"subject", x.subject}, {"time", x.time}, {"data", x.data}};
  if (x.traceparent) out["traceparent"] = *x.traceparent;
  if (x.sequence)
    out["sequence"] = std::to_string(*x.sequence);  // the extension is defined as a string
  if (!x.authid.empty()) {
    out["authtype"] = "user";
    out["authid"] = x.authid;
  }
  if (!x.request_id.empty()) out["requestid"] = x.request_id;
  if (x.expires) out["expirytime"] = *x.expires;
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
