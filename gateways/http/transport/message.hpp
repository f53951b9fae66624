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

/// The value of a header, whatever the case of its name; empty if it is not there.
std::string_view find_header(const header_list& headers, std::string_view name);

/// The values of all lines of a header, in their order.
std::vector<std::string_view> header_lines(const header_list& headers, std::string_view name);

/// A request as it came in. The server has checked the framing and nothing else.
struct request {
  std::string method;  ///< "GET", …; as sent.
  std::string target;  ///< Path and query, still percent-encoded.
  header_list headers;
  std::string body;
  std::optional<ip_address> peer{};  ///< Whose connection it came by, which may be a proxy.
  bool wants_web_socket = false;     ///< The client asks to go on as a WebSocket (RFC 6455).

  std::string_view header(std::string_view name) const { return find_header(headers, name); }
};

/// The far end of a streamed answer. Thread safe. It holds whatever it is given until the client
/// has taken it: whoever sends looks at `unsent` first.
class stream {
public:
  virtual ~stream() = default;

  /// Sends more of the body; nothing once the client is gone.
  virtual void send(std::shared_ptr<const std::string> text) = 0;
  /// The client takes too little: what it can be told yet is that, then the connection ends.
  virtual void give_up(const std::string& reason) = 0;
  virtual bool gone() const = 0;
  /// Bytes that the client has not taken.
  virtual size_t unsent() const = 0;
  /// Bytes that it has taken.
  virtual uint64_t sent() const = 0;
};

/// An answer whose body does not end by itself.
struct streaming {
  std::function<void(std::shared_ptr<stream>)> begin;       ///< Called once the header is out.
  std::function<void()> drained;                            ///< Called when little is unsent.
  std::function<std::string(const std::string&)> farewell;  ///< Why the stream ends, as its text.
  std::string keep_alive_text;  ///< Sent whenever `keep_alive` has passed.
  std::chrono::milliseconds keep_alive{15'000};
  /// If set, the connection goes on as a WebSocket, and each text is a message of it: what the
  /// client has sent as `Sec-WebSocket-Key`. Pings are its signs of life.
  std::string web_socket_key;
};

/// Bytes of a file that is handed out, one after the other, and in which files they lie.
struct file_part {
  std::vector<file_span> spans;
  uint64_t bytes = 0;  ///< Of all spans.
  bool whole = true;   ///< It is all of the file.
};

struct response {
  unsigned status = 200;
  std::string body;
  std::string content_type = "application/json";  ///< Sent only if there is a body.
  header_list headers;
  std::shared_ptr<streaming> streamed;  ///< If set, `body` is its beginning.
  bool essential = false;         ///< Given though bodies hold all memory that they are granted.
  std::optional<file_part> file;  ///< If set, it is the body, sent as the client takes it.
};

using responder = std::function<void(response)>;

}  // namespace ironbus::http
