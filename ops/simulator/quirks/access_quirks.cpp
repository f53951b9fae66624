#include "ops/simulator/quirks/quirk_makers.hpp"
#include "ops/simulator/quirks/quirk_tools.hpp"
#include "ops/simulator/redfish/paths.hpp"

#include <set>

namespace ironbus::simulator {

namespace {

/// Answers a path without trailing slash by a redirect to the same path with one, or to a host.
class redirect_quirk final : public quirk {
public:
  redirect_quirk(unsigned status, std::string_view subject, std::string_view host)
      : status_(status), subject_(subject), host_(host) {}

  std::optional<http::response> before(quirk_exchange& x) override {
    const auto query = std::min(x.request.target.find('?'), x.request.target.size());
    const auto path = x.request.target.substr(0, query);
    if (path.ends_with('/') || !is_meant(x)) return std::nullopt;
    count();
    http::response out;
    out.status = status_;
    out.headers = {{"Location", host_ + path + "/" + x.request.target.substr(query)}};
    return out;
  }

private:
  bool is_meant(const quirk_exchange& x) const {
    if (subject_ == "session")
      return x.request.method == "POST" && x.path == service_path("/SessionService/Sessions");
    return x.path == (subject_ == "root" ? service_path({}) : system_path(x.kind()));
  }

  const unsigned status_;
  const std::string subject_;
  const std::string host_;
};

constexpr unsigned session_uses_max = 12;

/// A session ends after some requests. Its 401 has the first half of the body only.
class cut_session_quirk final : public quirk {
public:
  std::optional<http::response> before(quirk_exchange& x) override {
    if (x.request.header("X-Auth-Token").empty()) return std::nullopt;
    if (++uses_ % session_uses_max == 0) x.memory.sessions.close_all();
    return std::nullopt;
  }

  void after(quirk_exchange& x, http::response& given) override {
    if (given.status != 401 || x.request.header("X-Auth-Token").empty()) return;
    given.body.resize(given.body.size() / 2);
    count();
  }

private:
  unsigned uses_ = 0;
};

/// Each resource shows a stale tag until a change with it was rejected.
class stale_tag_quirk final : public quirk {
public:
  std::optional<http::response> before(quirk_exchange& x) override {
    if (x.request.method == "PATCH" && x.request.header("If-Match") == stale)
      if (rejected_.insert(x.path).second) count();
    return std::nullopt;
  }

  void after(quirk_exchange& x, http::response& given) override {
    auto* tag = header_of(given.headers, "ETag");
    if (!is_read(x.request) || tag == nullptr || rejected_.contains(x.path)) return;
    *tag = stale;
    edit_body(given, [](json& body) {
      body["@odata.etag"] = stale;
      return true;
    });
  }

private:
  static constexpr const char* stale = "\"stale\"";

  std::set<std::string> rejected_;
};

}  // namespace

quirk_ptr make_redirect(unsigned status, std::string_view subject, std::string_view host) {
  return std::make_unique<redirect_quirk>(status, subject, host);
}

quirk_ptr make_cut_session() { return std::make_unique<cut_session_quirk>(); }
quirk_ptr make_stale_tag() { return std::make_unique<stale_tag_quirk>(); }

}  // namespace ironbus::simulator
