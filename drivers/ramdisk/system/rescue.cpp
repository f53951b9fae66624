#include "drivers/ramdisk/system/rescue.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/files.hpp"
#include "drivers/ramdisk/base/log.hpp"
#include "drivers/ramdisk/base/subprocess.hpp"
#include "drivers/ramdisk/base/text.hpp"

#include <crypt.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace ironbus::ramdisk {

namespace {

constexpr std::size_t hash_max = 256;
constexpr const char* ssh_log = "/etc/dropbear/log";

void append(const char* path, const std::string& line, int mode) {
  if (!write_file(path, read_file(path).value_or("") + line))
    throw execution_failed(std::string{path} + " cannot be written: " + last_error());
  ::chmod(path, static_cast<mode_t>(mode));
}

}  // namespace

bool is_password_hash(const std::string& text) {
  return text.size() > 3 && text.size() <= hash_max && text.front() == '$' &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '$' || c == '.' || c == '/' || c == '=' ||
                  c == ',' || c == '+' || c == '-' || c == '_';
         });
}

std::string hash_password(const std::string& password) {
  auto salt = random_uuid();
  salt.erase(std::remove(salt.begin(), salt.end(), '-'), salt.end());
  crypt_data memory{};
  const auto* out = ::crypt_r(password.c_str(), ("$6$" + salt.substr(0, 16)).c_str(), &memory);
  return out != nullptr && out[0] == '$' ? out : "";
}

void start_rescue(const std::string& password, bool hashed) {
  const auto hash = hashed ? password : hash_password(password);
  if (!is_password_hash(hash)) throw execution_failed("The rescue password is not a usable hash.");
  std::error_code error;
  std::filesystem::create_directories("/home/rescue", error);
  std::filesystem::create_directories("/etc/dropbear", error);
  append("/etc/passwd", "rescue:x:0:0:rescue:/home/rescue:/bin/sh\n", 0644);
  append("/etc/shadow", "rescue:" + hash + ":19000:0:99999:7:::\n", 0600);
  // Output goes to a file, because the server stays in the background and would keep a pipe open.
  const auto done =
      run_program({"sh", "-c", std::string{"dropbear -R -E -p 22 >"} + ssh_log + " 2>&1"});
  if (done.code != 0)
    throw execution_failed("The SSH server cannot be started: " +
                           trimmed(read_file(ssh_log).value_or(done.output)));
  write_file("/etc/.rescued", "");
  log_line("SSH login as rescue is available");
}

}  // namespace ironbus::ramdisk
