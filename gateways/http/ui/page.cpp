#include "gateways/http/access/sign_in.hpp"
#include "gateways/http/api/call.hpp"
#include "gateways/http/api/error.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/ui/handlers.hpp"
#include "gateways/http/ui/page_files.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

/// Allows only content of this service, and no framing by other pages. Trusted types: no script can
/// turn text into markup. The page fetches tokens from the servers of `origins`.
std::string content_policy(const std::vector<std::string>& origins) {
  std::string fetched = "connect-src 'self'";
  for (const auto& origin : origins) fetched += " " + origin;
  return "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self'; " + fetched +
         "; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
         "require-trusted-types-for 'script'; trusted-types 'none'";
}

header_list page_headers(const call& call, const page_file& file) {
  return {{"ETag", file.etag},
          {"Cache-Control", "no-cache"},  // Cached, and revalidated each time: usually 304.
          {"Content-Security-Policy", content_policy(call.services.users.page_origins())},
          {"X-Content-Type-Options", "nosniff"},
          {"X-Frame-Options", "DENY"},
          {"Referrer-Policy", "no-referrer"},
          {"Cross-Origin-Opener-Policy", "same-origin"},
          {"Cross-Origin-Resource-Policy", "same-origin"}};
}

/// Whether the client has the file: If-None-Match has the file's tag or "*".
bool is_known(const request& asked, const page_file& file) {
  const auto lines = header_lines(asked.headers, "If-None-Match");
  return std::any_of(lines.begin(), lines.end(), [&](std::string_view line) {
    return line == "*" || line.find(file.etag) != std::string_view::npos;
  });
}

void send_named(call& call, std::string_view name) {
  const auto* file = find_page_file(name);
  if (file == nullptr)
    return call.respond(framework_error(404, "The page has no file of this name."));
  response out;
  out.headers = page_headers(call, *file);
  out.content_type = file->content_type;
  if (is_known(call.request, *file))
    out.status = 304;
  else
    out.body = file->text;
  call.respond(std::move(out));
}

bool ends_in_slash(const std::string& target) {
  return std::string_view{target}.substr(0, target.find_first_of("?#")).ends_with('/');
}

}  // namespace

// Links in the page are relative to "/ui/", so that it works behind a proxy's prefix, too.
void show_page(const call_ptr& call) {
  if (ends_in_slash(call->request.target)) return send_named(*call, "index.html");
  call->respond_empty(307, {{"Location", "ui/"}, {"Cache-Control", "no-cache"}});
}

void send_page_file(const call_ptr& call) { send_named(*call, call->arguments[0]); }

}  // namespace ironbus::http
