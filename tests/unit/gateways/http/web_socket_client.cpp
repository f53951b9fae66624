#include "web_socket_client.hpp"

namespace ironbus::test {

namespace {

constexpr size_t short_max = 125;
constexpr uint8_t two_byte_length = 126;
constexpr uint8_t eight_byte_length = 127;

uint8_t byte_at(const std::string& text, size_t i) { return static_cast<uint8_t>(text[i]); }

size_t number_at(const std::string& text, size_t from, size_t bytes) {
  size_t out = 0;
  for (size_t i = 0; i < bytes; ++i) out = out << 8U | byte_at(text, from + i);
  return out;
}

}  // namespace

int frame::code() const {
  return payload.size() < 2 ? 0 : static_cast<int>(number_at(payload, 0, 2));
}

std::string handshake(const std::string& target, const std::string& more) {
  return "GET " + target +
         " HTTP/1.1\r\nHost: api.test\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n"
         "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
         more + "\r\n";
}

answer web_socket_client::open(const std::string& target, const std::string& more) {
  raw_.send(handshake(target, more));
  return raw_.read();
}

// The mask is zero and changes nothing.
void web_socket_client::send(int opcode, const std::string& payload) {
  constexpr uint8_t whole = 0x80;
  constexpr uint8_t masked = 0x80;
  std::string out;
  out += static_cast<char>(whole | static_cast<uint8_t>(opcode));
  const auto size = payload.size();
  out += static_cast<char>(masked | (size > short_max ? two_byte_length : size));
  if (size > short_max) {
    out += static_cast<char>(size >> 8U);
    out += static_cast<char>(size & 0xffU);
  }
  raw_.send(out.append(4, '\0') + payload);
}

bool web_socket_client::have(size_t bytes) {
  while (buffer_.size() < bytes) {
    const auto more = raw_.read_some();
    if (more.empty()) return false;
    buffer_ += more;
  }
  return true;
}

frame web_socket_client::read() {
  if (!have(2)) return {};
  const int opcode = byte_at(buffer_, 0) & 0x0fU;
  size_t length = byte_at(buffer_, 1);
  size_t begin = 2;
  if (length > short_max) {
    const size_t bytes = length == eight_byte_length ? 8 : 2;
    if (!have(begin + bytes)) return {};
    length = number_at(buffer_, begin, bytes);
    begin += bytes;
  }
  if (!have(begin + length)) return {};
  frame out{opcode, buffer_.substr(begin, length)};
  buffer_.erase(0, begin + length);
  return out;
}

frame web_socket_client::read_past_pings() {
  auto out = read();
  while (out.opcode == ping_frame) out = read();
  return out;
}

}  // namespace ironbus::test
