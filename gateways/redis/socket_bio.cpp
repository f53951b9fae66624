#include "gateways/redis/socket_bio.hpp"

#include <sys/socket.h>

#include <cerrno>

namespace ironbus::redis {

namespace {

/// The result of `transfer`, repeated after a signal. If it has to be retried later, sets the BIO's
/// retry flags.
template <class Transfer>
int transferred(BIO* bio, int direction, Transfer transfer) {
  auto& socket = *static_cast<bio_socket*>(BIO_get_data(bio));
  BIO_clear_retry_flags(bio);
  auto count = transfer(socket, socket.waits ? 0 : MSG_DONTWAIT);
  while (count < 0 && errno == EINTR) count = transfer(socket, socket.waits ? 0 : MSG_DONTWAIT);
  if (count < 0 && errno == EAGAIN)
    BIO_set_flags(bio, direction | BIO_FLAGS_SHOULD_RETRY);
  else if (count < 0)
    socket.error = errno;
  return static_cast<int>(count);
}

int write_socket(BIO* bio, const char* bytes, int size) {
  return transferred(bio, BIO_FLAGS_WRITE, [&](const bio_socket& socket, int flags) {
    return send(socket.descriptor, bytes, static_cast<size_t>(size), flags | MSG_NOSIGNAL);
  });
}

int read_socket(BIO* bio, char* target, int size) {
  return transferred(bio, BIO_FLAGS_READ, [&](bio_socket& socket, int flags) {
    const auto count = recv(socket.descriptor, target, static_cast<size_t>(size), flags);
    socket.ended = socket.ended || count == 0;
    return count;
  });
}

long control_socket(BIO* /*bio*/, int command, long /*number*/, void* /*pointer*/) {
  return command == BIO_CTRL_FLUSH ? 1 : 0;  // Nothing is buffered.
}

BIO_METHOD* make_method() {
  auto* method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "ironbus socket");
  BIO_meth_set_write(method, write_socket);
  BIO_meth_set_read(method, read_socket);
  BIO_meth_set_ctrl(method, control_socket);
  return method;
}

}  // namespace

BIO* make_socket_bio(bio_socket& socket) {
  static const auto* const method = make_method();
  auto* bio = BIO_new(method);
  if (bio == nullptr) return nullptr;
  BIO_set_data(bio, &socket);
  BIO_set_init(bio, 1);
  return bio;
}

}  // namespace ironbus::redis
