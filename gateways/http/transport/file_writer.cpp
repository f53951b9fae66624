#include "gateways/http/transport/file_writer.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>

namespace ironbus::http {

namespace asio = boost::asio;

file_writer::file_writer(client_stream& to, connection_set& all,
                         std::shared_ptr<const open_file> file, std::chrono::milliseconds patience,
                         std::function<void(bool)> ended)
    : to_(to), all_(all), file_(std::move(file)), patience_(patience), ended_(std::move(ended)) {}

void file_writer::read_piece() {
  const auto left = file_->size_bytes() - at_;
  if (left == 0) return ended_(true);
  piece_.resize(static_cast<size_t>(std::min<uint64_t>(left, piece_bytes)));
  to_.expires_never();
  all_.aside([self = shared_from_this()] {
    auto got = self->file_->read(self->at_, self->piece_);
    asio::post(self->to_.get_executor(), [self, got = std::move(got)] { self->write_piece(got); });
  });
}

// A file that has become shorter cannot keep the length that was promised: the client must see it.
void file_writer::write_piece(const result<size_t>& got) {
  if (!got || *got < piece_.size()) return ended_(false);
  to_.expires_after(patience_);
  asio::async_write(to_, asio::buffer(piece_),
                    [self = shared_from_this()](boost::system::error_code e, size_t n) {
                      if (e) return self->ended_(false);
                      self->at_ += n;
                      self->read_piece();
                    });
}

}  // namespace ironbus::http
