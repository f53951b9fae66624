#include "gateways/http/access/client_certificate/certificate_authenticator.hpp"

namespace ironbus::http {

result<std::monostate> certificate_authenticator::start() {
  if (auto read = users_.start(); !read)
    return fail(read.error().code, "api.client_certificates_file: " + read.error().message);
  return {};
}

bool certificate_authenticator::applies_to(const request& asked) const {
  return asked.peer_certificate != nullptr;
}

std::optional<sign_in_answer> certificate_authenticator::known(const request& asked) {
  return judge(asked);
}

void certificate_authenticator::identify(const request& asked, callback done) {
  done(judge(asked));
}

sign_in_answer certificate_authenticator::judge(const request& asked) const {
  constexpr size_t subject_bytes_max = 256;
  if (!asked.peer_certificate)
    return tl::unexpected(refused_user{401, "The client sent no certificate."});
  const auto& certificate = *asked.peer_certificate;
  const auto users = users_.content();
  const auto* who = users->find(certificate);
  if (who == nullptr)
    return tl::unexpected(
        refused_user{401, "No user has the client certificate '" +
                              certificate.subject.substr(0, subject_bytes_max) +
                              "'. Add it to the file of the option api.client_certificates_file."});
  return proved_user{who->user_name, method, *who};
}

}  // namespace ironbus::http
