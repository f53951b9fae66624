#include "drivers/kit/http/http_wire.hpp"

#include <array>
#include <cctype>

namespace ironbus {

namespace {

namespace bhttp = boost::beast::http;

constexpr std::array verbs{bhttp::verb::get, bhttp::verb::post, bhttp::verb::patch,
                           bhttp::verb::put, bhttp::verb::delete_};
static_assert(verbs.size() == static_cast<size_t>(http_method::count_));

}  // namespace

written_request written(const http_request& request, bool through_proxy, bool keep) {
  written_request out{
      verbs[static_cast<size_t>(request.method)],
      through_proxy ? "http://" + authority_of(request.server) + request.target : request.target,
      11};
  out.set(bhttp::field::host, authority_of(request.server));
  out.set(bhttp::field::user_agent, "ironbus");
  if (!keep) out.set(bhttp::field::connection, "close");
  for (const auto& [name, value] : request.headers) out.set(name, value);
  out.body() = {request.body.data(), request.body.size()};
  out.prepare_payload();
  return out;
}

http_headers headers_of(const bhttp::fields& fields) {
  http_headers out;
  for (const auto& field : fields)
    out.emplace_back(std::string{field.name_string()}, std::string{field.value()});
  return out;
}

std::string sentence(std::string peer) {
  if (!peer.empty()) peer[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(peer[0])));
  return peer;
}

}  // namespace ironbus
