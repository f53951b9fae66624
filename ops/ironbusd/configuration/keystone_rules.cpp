#include "ops/ironbusd/configuration/keystone_rules.hpp"

#include "drivers/kit/http/tls_trust.hpp"
#include "messages/platform/http_url.hpp"

#include <array>

namespace ironbus::daemon {

namespace {

using http::keystone_options;

struct required_text {
  const char* key;
  std::string keystone_options::*member;
};

constexpr std::array required_texts{
    required_text{"keystone_authtoken.auth_url", &keystone_options::auth_url},
    required_text{"keystone_authtoken.username", &keystone_options::username},
    required_text{"keystone_authtoken.password", &keystone_options::password},
    required_text{"keystone_authtoken.user_domain_name", &keystone_options::user_domain_name},
    required_text{"keystone_authtoken.project_name", &keystone_options::project_name},
    required_text{"keystone_authtoken.project_domain_name", &keystone_options::project_domain_name},
};

void check_url(const char* key, const std::string& url, problems& out) {
  if (url.empty()) return;
  if (const auto read = parse_http_url(url); !read)
    out.push_back(
        {"", key,
         read.error().message + "; allowed: a URL such as https://keystone.example.org:5000"});
}

void refuse_file(const char* key, const tls_trust& trust, problems& out) {
  if (const auto context = tls_context(trust); !context)
    out.push_back(
        {"", key, "cannot be used: " + context.error().message + "; allowed: a file in PEM"});
}

}  // namespace

void check_keystone(const keystone_options& options, problems& out) {
  for (const auto& row : required_texts)
    if ((options.*row.member).empty())
      out.push_back(
          {"", row.key, "is unset; allowed: a value, because api.auth_strategy names keystone"});
  check_url("keystone_authtoken.auth_url", options.auth_url, out);
  check_url("keystone_authtoken.www_authenticate_uri", options.www_authenticate_uri, out);
  if (options.certfile.empty() != options.keyfile.empty())
    out.push_back(
        {"", options.keyfile.empty() ? "keystone_authtoken.keyfile" : "keystone_authtoken.certfile",
         "is unset while the other of certfile and keyfile is set; allowed: both, or none "
         "of them"});
  if (options.insecure && !options.cafile.empty())
    out.push_back(
        {"", "keystone_authtoken.insecure", "is true while cafile is set; allowed: one of them"});
}

void check_keystone_certificates(const keystone_options& options, problems& out) {
  if (!options.cafile.empty())
    refuse_file("keystone_authtoken.cafile", {tls_trust::kind::file, options.cafile}, out);
  if (options.certfile.empty() || options.keyfile.empty()) return;
  tls_trust shown;
  shown.certificate_file = options.certfile;
  shown.key_file = options.keyfile;
  refuse_file("keystone_authtoken.certfile", shown, out);
}

}  // namespace ironbus::daemon
