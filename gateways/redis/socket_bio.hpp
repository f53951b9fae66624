#pragma once

#include <openssl/bio.h>

namespace ironbus::redis {

/// A socket as OpenSSL uses it. Unlike OpenSSL's own it may be asked not to wait, whatever the mode
/// of the socket, and a peer that has gone raises no SIGPIPE.
struct bio_socket {
  int descriptor = -1;
  bool waits = false;
  bool ended = false;  ///< The server has closed its side.
  int error = 0;       ///< The errno of the call that has failed.
};

/// The socket must outlive the BIO and remains the caller's; null if there is no memory.
BIO* make_socket_bio(bio_socket& socket);

}  // namespace ironbus::redis
