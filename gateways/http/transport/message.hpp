#pragma once

#include "messages/platform/composed_file.hpp"
#include "messages/platform/network.hpp"
#include "messages/platform/open_file.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ironbus::http {

using header_list = std::vector<std::pair<std::string, std::string>>;

/// The value of a header, with any case of its name. Empty if it is missing.
std::string_view find_header(const header_list& headers, std::string_view name);

/// The values of all lines of a header, in order.
std::vector<std::string_view> header_lines(const header_list& headers, std::string_view name);

/// A received request. The server has checked its framing only.
struct request {
  std::string method;  ///< "GET", …; as received.
  std::string target;  ///< Path and query, still percent-encoded.
  header_list headers;
  std::string body;
  std::optional<ip_address> peer{};  ///< The address of the connection, which may be a proxy's.
  /// The address of the client: of the connection, or the one that a trusted proxy names.
  std::optional<ip_address> client{};
  bool wants_web_socket = false;  ///< The client asks for a WebSocket (RFC 6455).

  std::string_view header(std::string_view name) const { return find_header(headers, name); }
};

/// The client of a streamed answer. Thread safe. It keeps all texts until the client has received
/// them, so check `unsent` before you send.
class stream {
public:
  virtual ~stream() = default;

  /// Sends more of the body. Does nothing after the client has disconnected.
  virtual void send(std::shared_ptr<const std::string> text) = 0;
  /// Ends the stream because the client reads too little. Sends the reason, then closes the
  /// connection.
  virtual void give_up(const std::string& reason) = 0;
  virtual bool gone() const = 0;
  /// Bytes that the client has not received.
  virtual size_t unsent() const = 0;
  /// Bytes that the client has received.
  virtual uint64_t sent() const = 0;
};

/// An answer with an endless body.
struct streaming {
  std::function<void(std::shared_ptr<stream>)> begin;  ///< Called after the header was sent.
  std::function<void()> drained;                       ///< Called when few bytes are unsent.
  std::function<std::string(const std::string&)>
      farewell;                 ///< The final text with the reason for the end.
  std::string keep_alive_text;  ///< Sent after each `keep_alive`.
  std::chrono::milliseconds keep_alive{15'000};
  /// The client's `Sec-WebSocket-Key`. If set, the connection becomes a WebSocket, and each text is
  /// one message. Pings keep it alive.
  std::string web_socket_key;
};

/// The bytes to send from files, in order.
struct file_part {
  std::vector<file_span> spans;
  uint64_t bytes = 0;  ///< The sum of all spans.
  bool whole = true;   ///< The whole file.
};

struct response {
  unsigned status = 200;
  std::string body;
  std::string content_type = "application/json";  ///< Sent only with a body.
  header_list headers;
  std::shared_ptr<streaming> streamed;  ///< If set, `body` is the start of the stream.
  bool essential = false;               ///< Sent even if bodies use all the allowed memory.
  std::optional<file_part> file;        ///< If set, it is the body, sent at the client's pace.
};

using responder = std::function<void(response)>;

}  // namespace ironbus::http
