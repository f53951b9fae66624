#pragma once

#include <openssl/bio.h>

namespace ironbus::redis {

/// A socket for OpenSSL. Unlike OpenSSL's own it can be read without waiting in any socket mode,
/// and a closed peer raises no SIGPIPE.
struct bio_socket {
  int descriptor = -1;
  bool waits = false;
  bool ended = false;  ///< The server has closed its side.
  int error = 0;       ///< The errno of the failed call.
};

/// The socket must outlive the BIO, which does not own it. Null if out of memory.
BIO* make_socket_bio(bio_socket& socket);

}  // namespace ironbus::redis
