#include "gateways/http/transport/response_text.hpp"

#include <array>

namespace ironbus::http {

namespace {

struct phrase {
  unsigned status;
  std::string_view text;
};

constexpr std::array phrases{
    phrase{200, "OK"},
    phrase{201, "Created"},
    phrase{202, "Accepted"},
    phrase{204, "No Content"},
    phrase{206, "Partial Content"},
    phrase{304, "Not Modified"},
    phrase{307, "Temporary Redirect"},
    phrase{400, "Bad Request"},
    phrase{401, "Unauthorized"},
    phrase{403, "Forbidden"},
    phrase{404, "Not Found"},
    phrase{405, "Method Not Allowed"},
    phrase{406, "Not Acceptable"},
    phrase{408, "Request Timeout"},
    phrase{409, "Conflict"},
    phrase{412, "Precondition Failed"},
    phrase{413, "Content Too Large"},
    phrase{414, "URI Too Long"},
    phrase{416, "Range Not Satisfiable"},
    phrase{421, "Misdirected Request"},
    phrase{426, "Upgrade Required"},
    phrase{429, "Too Many Requests"},
    phrase{431, "Request Header Fields Too Large"},
    phrase{500, "Internal Server Error"},
    phrase{503, "Service Unavailable"},
};

/// Whether answers of this status have neither a body nor a Content-Length (RFC 9110, section 8.6).
bool bodiless(unsigned status) { return status == 204 || status == 304; }

void append_header(std::string& out, std::string_view name, std::string_view value) {
  out.append(name).append(": ");
  // A line break in a value would start a header chosen by the client.
  for (char c : value) out += c == '\r' || c == '\n' ? ' ' : c;
  out += "\r\n";
}

}  // namespace

std::string_view reason_phrase(unsigned status) {
  for (const auto& row : phrases)
    if (row.status == status) return row.text;
  return "Unknown";
}

std::string head_of(const response& response, uint64_t body_bytes, framing how) {
  std::string out;
  out.reserve(512);
  out.append("HTTP/1.1 ").append(std::to_string(response.status)).append(" ");
  out.append(reason_phrase(response.status)).append("\r\n");
  if (body_bytes > 0 || how.streamed) append_header(out, "Content-Type", response.content_type);
  if (!how.streamed && !bodiless(response.status))
    append_header(out, "Content-Length", std::to_string(body_bytes));
  for (const auto& [name, value] : response.headers) append_header(out, name, value);
  if (!how.keep_alive) append_header(out, "Connection", "close");
  return out += "\r\n";
}

}  // namespace ironbus::http
