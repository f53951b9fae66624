#include "gateways/http/access/basic_authenticator.hpp"

namespace ironbus::http {

namespace {

constexpr std::string_view basic_scheme = "basic ";

refused_user incorrect() { return {401, "Incorrect username or password."}; }

bool begins_with_basic(std::string_view header) {
  if (header.size() < basic_scheme.size()) return false;
  for (size_t i = 0; i < basic_scheme.size(); ++i)
    if (std::tolower(static_cast<unsigned char>(header[i])) != basic_scheme[i]) return false;
  return true;
}

}  // namespace

basic_authenticator::basic_authenticator(basic_auth_options options, const std::string& roles_file)
    : passwords_(std::move(options)) {
  if (!roles_file.empty()) roles_.emplace(roles_file, read_user_roles);
}

result<std::monostate> basic_authenticator::start() {
  if (auto read = passwords_.start(); !read)
    return fail(read.error().code, "api.http_basic_auth_user_file: " + read.error().message);
  if (!roles_) return {};
  if (auto read = roles_->start(); !read)
    return fail(read.error().code, "api.user_roles_file: " + read.error().message);
  return {};
}

void basic_authenticator::look() {
  passwords_.reread_if_changed();
  if (roles_) roles_->look();
}

bool basic_authenticator::applies_to(const request& asked) const {
  return begins_with_basic(asked.header("Authorization"));
}

std::optional<sign_in_answer> basic_authenticator::known(const request& asked) {
  const auto sent = read_basic(asked.header("Authorization"));
  if (!sent) return tl::unexpected(incorrect());
  if (!passwords_.remembers(*sent)) return std::nullopt;
  return accept(sent->user);
}

void basic_authenticator::identify(const request& asked, callback done) {
  auto sent = read_basic(asked.header("Authorization"));
  if (!sent) return done(tl::unexpected(incorrect()));
  passwords_.verify(*sent, [this, user = sent->user, done = std::move(done)](verdict found) {
    if (found == verdict::right) return done(accept(user));
    if (found == verdict::wrong) return done(tl::unexpected(incorrect()));
    done(tl::unexpected(
        refused_user{503, "Too many password checks are running. Try again later."}));
  });
}

std::optional<sign_in_answer> basic_authenticator::renewed(const proved_user& earlier) {
  if (const auto stamp = passwords_.stamp_of_password(earlier.name);
      stamp.empty() || stamp != earlier.credential)
    return tl::unexpected(refused_user{401, "The password has changed. Sign in again."});
  return accept(earlier.name);
}

/// A user that the file does not name has no roles.
sign_in_answer basic_authenticator::accept(const std::string& user) {
  proved_user out{user, method};
  out.credential = passwords_.stamp_of_password(user);
  if (!roles_) return out;
  const auto users = roles_->content();
  const auto found = users->find(user);
  out.who.emplace();
  if (found != users->end()) out.who = found->second;
  out.who->user_name = user;
  return out;
}

}  // namespace ironbus::http
