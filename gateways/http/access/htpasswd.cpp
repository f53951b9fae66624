#include "gateways/http/access/htpasswd.hpp"

#include "gateways/http/access/text_file.hpp"

#include <crypt.h>
#include <openssl/crypto.h>

#include <algorithm>
#include <cstring>
#include <memory>

namespace ironbus::http {

namespace {

// "$2y$12$" and 53 characters of salt and digest.
constexpr size_t bcrypt_length = 60;
// A cost of 16 takes seconds. A higher one is a mistake and would keep a thread busy.
constexpr int bcrypt_cost_min = 4;
constexpr int bcrypt_cost_max = 16;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_base64_of_bcrypt(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '/';
}

std::string_view without_trailing_space(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
    text.remove_suffix(1);
  return text;
}

void take_line(password_file& out, std::string_view line, size_t number) {
  line = without_trailing_space(line);
  if (line.empty() || line.front() == '#') return;
  const auto colon = line.find(':');
  const auto user = line.substr(0, colon);
  const auto hash = colon == std::string_view::npos ? std::string_view{} : line.substr(colon + 1);
  if (user.empty() || !is_bcrypt(hash))
    out.ignored_lines.push_back(number);
  else
    out.hashes.emplace(user, hash);  // The first of several lines for a user counts.
}

}  // namespace

int bcrypt_cost(std::string_view hash) { return (hash[4] - '0') * 10 + (hash[5] - '0'); }

bool is_bcrypt(std::string_view text) {
  if (text.size() != bcrypt_length || !text.starts_with("$2") || text[3] != '$' || text[6] != '$')
    return false;
  if (text[2] != 'y' && text[2] != 'b' && text[2] != 'a') return false;
  if (!is_digit(text[4]) || !is_digit(text[5])) return false;
  const int cost = bcrypt_cost(text);
  return cost >= bcrypt_cost_min && cost <= bcrypt_cost_max &&
         std::all_of(text.begin() + 7, text.end(), is_base64_of_bcrypt);
}

bool password_file::holds(const credentials& sent) const {
  const auto dearest = std::max_element(
      hashes.begin(), hashes.end(),
      [](const auto& a, const auto& b) { return bcrypt_cost(a.second) < bcrypt_cost(b.second); });
  const auto row = hashes.find(sent.user);
  const auto& hash = (row != hashes.end() ? row : dearest)->second;
  if (bcrypt_matches(sent.password, hash) && row != hashes.end()) return true;
  // 2^c + 2^c + 2^(c+1) + … + 2^(max-1) is 2^max.
  for (int cost = bcrypt_cost(hash); cost < bcrypt_cost(dearest->second); ++cost) {
    auto other = hash;
    other[4] = static_cast<char>('0' + cost / 10);
    other[5] = static_cast<char>('0' + cost % 10);
    bcrypt_matches(sent.password, other);
  }
  return false;
}

password_file parse_htpasswd(std::string_view text) {
  password_file out;
  for (size_t number = 1; !text.empty(); ++number) {
    const auto end = text.find('\n');
    take_line(out, text.substr(0, end), number);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  }
  return out;
}

result<password_file> read_htpasswd(const std::string& path) {
  const auto text = read_text_file(path);
  if (!text)
    return fail(text.error().code, text.error().message + "; allowed: a file made by htpasswd -B");
  auto out = parse_htpasswd(*text);
  if (out.hashes.empty())
    return fail(
        error_code::invalid,
        "'" + path +
            "' contains no user; expected lines USER:HASH with a bcrypt hash of cost 4 to 16, "
            "as htpasswd -B writes them");
  return out;
}

bool bcrypt_matches(const std::string& password, const std::string& hash) {
  if (password.find('\0') != std::string::npos)
    return false;                                       // bcrypt would cut the password there.
  const auto scratch = std::make_unique<crypt_data>();  // 32 KiB, too large for the stack.
  const char* made = crypt_r(password.c_str(), hash.c_str(), scratch.get());
  const bool same = made != nullptr && std::strlen(made) == hash.size() &&
                    CRYPTO_memcmp(made, hash.data(), hash.size()) == 0;
  OPENSSL_cleanse(scratch.get(), sizeof(crypt_data));
  return same;
}

}  // namespace ironbus::http
