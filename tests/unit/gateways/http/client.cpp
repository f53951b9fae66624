#include "client.hpp"

#include "messages/base/json.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace ironbus::test {

std::string answer::error() const {
  const auto outer = json::parse(body, nullptr, false);
  if (!outer.is_object() || !outer.contains("error_message")) return "no error body: " + body;
  const auto inner = json::parse(outer["error_message"].get<std::string>());
  return inner.contains("faultstring") ? inner["faultstring"].get<std::string>()
                                       : inner["description"].get<std::string>();
}

client::client(uint16_t port, const std::string& source)
    : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
  sockaddr_in own{};
  own.sin_family = AF_INET;
  ::inet_pton(AF_INET, source.c_str(), &own.sin_addr);
  if (::bind(socket_, reinterpret_cast<const sockaddr*>(&own), sizeof own) != 0)
    throw std::runtime_error("cannot bind to " + source);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  timeval patience{60, 0};  // Passes only if no answer comes.
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    throw std::runtime_error("cannot connect");
}

client::~client() { ::close(socket_); }

void client::send(const std::string& text) {
  size_t sent = 0;
  while (sent < text.size()) {
    const auto n = ::send(socket_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (n <= 0)
      return;  // The server has closed; the bytes that it sent before are still to be read.
    sent += static_cast<size_t>(n);
  }
}

bool client::fill() {
  std::array<char, 65536> chunk{};
  const auto n = ::recv(socket_, chunk.data(), chunk.size(), 0);
  if (n <= 0) return false;
  buffer_.append(chunk.data(), static_cast<size_t>(n));
  return true;
}

answer client::read(bool has_body) {
  size_t end = 0;
  while ((end = buffer_.find("\r\n\r\n")) == std::string::npos)
    if (!fill()) return {};
  answer out;
  out.status = std::stoi(buffer_.substr(9, 3));
  auto head = buffer_.substr(0, end + 2);
  buffer_.erase(0, end + 4);
  for (size_t offset = head.find("\r\n") + 2; offset < head.size();) {
    const auto stop = head.find("\r\n", offset);
    const auto colon = head.find(": ", offset);
    auto name = head.substr(offset, colon - offset);
    std::transform(name.begin(), name.end(), name.begin(), ::tolower);
    out.headers[name] = head.substr(colon + 2, stop - colon - 2);
    offset = stop + 2;
  }
  const auto length = out.headers.find("content-length");
  const size_t bytes = has_body && length != out.headers.end() ? std::stoul(length->second) : 0;
  while (buffer_.size() < bytes)
    if (!fill()) break;
  out.body = buffer_.substr(0, bytes);
  buffer_.erase(0, bytes);
  return out;
}

std::string client::read_some() {
  if (buffer_.empty() && !fill()) return {};
  return std::exchange(buffer_, {});
}

bool client::closed() {
  std::array<char, 4096> chunk{};
  ssize_t n = 0;
  while ((n = ::recv(socket_, chunk.data(), chunk.size(), 0)) > 0) {
  }
  return n == 0 || errno == ECONNRESET;
}

std::string request_text(const std::string& method, const std::string& path,
                         const std::string& version, const std::string& body) {
  auto out = method + " " + path + " HTTP/1.1\r\nHost: api.test\r\n";
  if (!version.empty()) out += "X-OpenStack-Ironic-API-Version: " + version + "\r\n";
  if (!body.empty())
    out +=
        "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n";
  return out + "\r\n" + body;
}

answer ask(uint16_t port, const std::string& method, const std::string& path,
           const std::string& version, const std::string& body) {
  client one{port};
  one.send(request_text(method, path, version, body));
  return one.read(method != "HEAD");
}

}  // namespace ironbus::test
