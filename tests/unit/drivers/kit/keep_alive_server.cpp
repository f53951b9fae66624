#include "tests/unit/drivers/kit/keep_alive_server.hpp"

#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>

namespace ironbus::test {

namespace asio = boost::asio;
using server_error = boost::system::error_code;

namespace {

/// The length of a request's body by its head; unset: malformed.
std::optional<size_t> body_length(const std::string& head) {
  if (head.find("Transfer-Encoding") != std::string::npos) return std::nullopt;
  const auto place = head.find("\r\nContent-Length: ");
  return place == std::string::npos ? 0 : std::stoul(head.substr(place + 18));
}

bool is_well_framed(const std::string& head) {
  const auto line = head.substr(0, head.find("\r\n"));
  const auto first = line.find(' ');
  const auto last = line.rfind(' ');
  return first != std::string::npos && last > first + 1 && line.substr(last) == " HTTP/1.1" &&
         line.find(' ', first + 1) == last && head.find("\r\nHost: ") != std::string::npos &&
         body_length(head).has_value();
}

}  // namespace

keep_alive_server::keep_alive_server(answerer answer, std::optional<server_identity> identity,
                                     bool tunnel)
    : answer_{std::move(answer)},
      tunnel_{tunnel},
      acceptor_{io_, tcp::endpoint(asio::ip::address_v4::loopback(), 0)} {
  if (identity) {
    tls_ = std::make_unique<asio::ssl::context>(asio::ssl::context::tls_server);
    tls_->use_certificate(asio::buffer(identity->certificate), asio::ssl::context::pem);
    tls_->use_private_key(asio::buffer(identity->key), asio::ssl::context::pem);
  }
  accepting_ = std::thread{[this] { accept(); }};
}

keep_alive_server::~keep_alive_server() {
  ::shutdown(acceptor_.native_handle(), SHUT_RDWR);
  accepting_.join();
  server_error ignored;
  for (auto& socket : sockets_) socket.shutdown(tcp::socket::shutdown_both, ignored);
  for (auto& thread : threads_) thread.join();
}

void keep_alive_server::accept() {
  for (size_t connection = 1;; ++connection) {
    server_error e;
    auto accepted = acceptor_.accept(e);
    if (e) return;
    const std::scoped_lock held{mutex_};
    auto& socket = sockets_.emplace_back(std::move(accepted));
    if (drops_ > 0) {
      --drops_;
      ++closed_;
      socket.shutdown(tcp::socket::shutdown_both, e);
      continue;
    }
    threads_.emplace_back([this, &socket, connection] { serve(socket, connection); });
  }
}

void keep_alive_server::serve(tcp::socket& socket, size_t connection) {
  server_error e;
  if (tunnel_) {
    const auto head = read_request(socket);
    const std::scoped_lock held{mutex_};
    questions_.push_back({head, connection, 0});
    asio::write(socket, asio::buffer(std::string{"HTTP/1.1 200 Connected\r\n\r\n"}), e);
  }
  if (tls_) {
    asio::ssl::stream<tcp::socket&> stream{socket, *tls_};
    stream.handshake(asio::ssl::stream_base::server, e);
    if (!e) converse(stream, connection);
  } else {
    converse(socket, connection);
  }
  socket.shutdown(tcp::socket::shutdown_both, e);
  const std::scoped_lock held{mutex_};
  ++closed_;
  changed_.notify_all();
}

template <class Stream>
std::string keep_alive_server::read_request(Stream& stream) {
  server_error e;
  std::string out;
  const auto head = asio::read_until(stream, asio::dynamic_buffer(out), "\r\n\r\n", e);
  if (e) return {};
  if (!is_well_framed(out.substr(0, head))) {
    const std::scoped_lock held{mutex_};
    faults_.push_back(out);
    return {};
  }
  const auto whole = head + *body_length(out.substr(0, head));
  if (whole > out.size())
    asio::read(stream, asio::dynamic_buffer(out), asio::transfer_exactly(whole - out.size()), e);
  return e ? std::string{} : out;
}

template <class Stream>
void keep_alive_server::converse(Stream& stream, size_t connection) {
  const sender send = [&stream](const std::string& text) {
    server_error e;
    asio::write(stream, asio::buffer(text), e);
    return !e;
  };
  for (size_t number = 1;; ++number) {
    question asked{read_request(stream), connection, number};
    if (asked.text.empty()) return;
    {
      const std::scoped_lock held{mutex_};
      questions_.push_back(asked);
    }
    if (answer_(asked, send) == then::close) return;
  }
}

http_endpoint keep_alive_server::endpoint(const std::string& host) const {
  return {tls_ != nullptr, host, acceptor_.local_endpoint().port()};
}

void keep_alive_server::drop_next(size_t connections) {
  const std::scoped_lock held{mutex_};
  drops_ = connections;
}

std::vector<keep_alive_server::question> keep_alive_server::questions() const {
  const std::scoped_lock held{mutex_};
  return questions_;
}

size_t keep_alive_server::connections() const {
  const std::scoped_lock held{mutex_};
  return sockets_.size();
}

std::vector<std::string> keep_alive_server::faults() const {
  const std::scoped_lock held{mutex_};
  return faults_;
}

void keep_alive_server::wait_until_closed(size_t connections) const {
  std::unique_lock held{mutex_};
  changed_.wait(held, [&] { return closed_ >= connections; });
}

std::string answer_text(int status, const std::string& body, const std::string& headers) {
  return "HTTP/1.1 " + std::to_string(status) + " X\r\n" + headers +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

}  // namespace ironbus::test
