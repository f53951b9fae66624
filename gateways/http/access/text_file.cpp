#include "gateways/http/access/text_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace ironbus::http {

result<std::string> read_text_file(const std::string& path) {
  errno = 0;
  std::ifstream file{path, std::ios::binary};
  std::ostringstream text;
  if (file) text << file.rdbuf();
  if (!file || (text.fail() && errno != 0))  // An empty file sets failbit, too.
    return fail(error_code::invalid,
                "'" + path + "' cannot be read: " + std::strerror(errno != 0 ? errno : EIO));
  return text.str();
}

}  // namespace ironbus::http
