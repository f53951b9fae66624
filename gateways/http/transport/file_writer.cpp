#include "gateways/http/transport/file_writer.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>

namespace ironbus::http {

namespace asio = boost::asio;

file_writer::file_writer(client_stream& stream, connection_set& all,
                         std::shared_ptr<const open_file> file, std::chrono::milliseconds patience,
                         std::function<void(bool)> ended)
    : client_(stream),
      all_(all),
      file_(std::move(file)),
      patience_(patience),
      ended_(std::move(ended)) {}

void file_writer::read_piece() {
  const auto left = file_->size_bytes() - offset_;
  if (left == 0) return ended_(true);
  piece_.resize(static_cast<size_t>(std::min<uint64_t>(left, piece_bytes)));
  client_.expires_never();
  all_.aside([self = shared_from_this()] {
    auto got = self->file_->read(self->offset_, self->piece_);
    asio::post(self->client_.get_executor(),
               [self, got = std::move(got)] { self->write_piece(got); });
  });
}

// A file that has become shorter cannot keep the length that was promised: the client must see it.
void file_writer::write_piece(const result<size_t>& got) {
  if (!got || *got < piece_.size()) return ended_(false);
  client_.expires_after(patience_);
  asio::async_write(
      client_, asio::buffer(piece_),
      [self = shared_from_this()](boost::system::error_code error_code, size_t count) {
        if (error_code) return self->ended_(false);
        self->offset_ += count;
        self->read_piece();
      });
}

}  // namespace ironbus::http
