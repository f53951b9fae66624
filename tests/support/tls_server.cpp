#include "tests/support/tls_server.hpp"

#include <arpa/inet.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string_view>

namespace ironbus::test {

namespace {

std::string make_tls_folder() {
  auto pattern = (std::filesystem::temp_directory_path() / "ironbus-tls-server-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("there is no folder");
  return pattern;
}

bool read_head(SSL* connection) {
  std::string head;
  std::array<char, 4096> part{};
  while (head.find("\r\n\r\n") == std::string::npos) {
    const int n = SSL_read(connection, part.data(), static_cast<int>(part.size()));
    if (n <= 0) return false;
    head.append(part.data(), static_cast<size_t>(n));
  }
  return true;
}

}  // namespace

tls_server::tls_server(int newest, const std::string& ciphers)
    : folder_{make_tls_folder()}, authority_{folder_, "authority"} {
  authority_.issue("server");
  context_ = SSL_CTX_new(TLS_server_method());
  SSL_CTX_use_certificate_chain_file(context_, authority_.path("server.crt").c_str());
  SSL_CTX_use_PrivateKey_file(context_, authority_.path("server.key").c_str(), SSL_FILETYPE_PEM);
  SSL_CTX_set_max_proto_version(context_, newest);
  if (!ciphers.empty()) SSL_CTX_set_cipher_list(context_, ciphers.c_str());
  listening_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in endpoint{};
  endpoint.sin_family = AF_INET;
  endpoint.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof endpoint;
  auto* address = reinterpret_cast<sockaddr*>(&endpoint);
  if (::bind(listening_, address, length) != 0 || ::listen(listening_, 16) != 0)
    throw std::runtime_error("the test's server cannot listen");
  ::getsockname(listening_, address, &length);
  port_ = ntohs(endpoint.sin_port);
  thread_ = std::thread{[this] { serve(); }};
}

tls_server::~tls_server() {
  ::shutdown(listening_, SHUT_RDWR);
  thread_.join();
  ::close(listening_);
  SSL_CTX_free(context_);
  std::filesystem::remove_all(folder_);
}

void tls_server::serve() {
  for (;;) {
    const int client = ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
    if (client < 0) return;
    talk(client);
    ::close(client);
  }
}

void tls_server::talk(int client) {
  constexpr std::string_view answer =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
  auto* connection = SSL_new(context_);
  SSL_set_fd(connection, client);
  if (SSL_accept(connection) == 1 && read_head(connection)) {
    ++requests_;
    SSL_write(connection, answer.data(), static_cast<int>(answer.size()));
    SSL_shutdown(connection);
  }
  SSL_free(connection);
}

}  // namespace ironbus::test
