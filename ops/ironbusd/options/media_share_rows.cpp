// The rows of the sections `nfs` and `cifs`.

#include "messages/base/text.hpp"
#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option_table.hpp"

#include <algorithm>
#include <initializer_list>

namespace ironbus::daemon {

namespace {

/// Whether it is SCHEME://HOST/PATH without a login.
bool is_share_url(const std::string& text, std::initializer_list<std::string_view> schemes) {
  const auto end = text.find("://");
  if (end == std::string::npos || text.find_first_of(" \t@?#") != std::string::npos) return false;
  const auto scheme = text.substr(0, end);
  const auto slash = text.find('/', end + 3);
  return std::find(schemes.begin(), schemes.end(), scheme) != schemes.end() &&
         slash != std::string::npos && slash > end + 3;
}

template <class Place>
std::vector<option> share_option_rows(const std::string& section, const std::string& server,
                                      Place place) {
  option url{
      section,
      "base_url",
      member_option([place](auto& x) -> auto& { return place(x).base_url; }),
      "URL of the folder share_path as BMCs see it. BMCs whose vmedia_transport_protocol is " +
          server + " read the images there that this service builds or fetches.",
      {},
      secrecy::url};
  url.unset = "no share";
  option path{
      section, "share_path",
      member_option([place](auto& x) -> auto& { return place(x).share_path; }),
      "The folder of the " + server +
          " server on this host. Every driver worker needs the same folder. Each node has a "
          "subfolder, which is deleted after use."};
  path.unset = "no share";
  path.example = "/srv/" + section;
  path.check = [](const std::string& text) {
    return text.empty() || text.starts_with('/')
               ? std::nullopt
               : std::optional<std::string>{"allowed: an absolute path"};
  };
  return {std::move(url), std::move(path)};
}

std::optional<std::string> check_nfs_url(const std::string& text) {
  if (text.empty() || is_share_url(text, {"nfs"})) return std::nullopt;
  return "allowed: nfs://HOST/PATH";
}

std::optional<std::string> check_cifs_url(const std::string& text) {
  if (text.empty() || is_share_url(text, {"cifs", "smb"})) return std::nullopt;
  return "allowed: cifs://HOST/SHARE or smb://HOST/SHARE, without user and password";
}

}  // namespace

std::vector<option> media_share_rows() {
  auto out = share_option_rows(
      "nfs", "NFS", [](auto& x) -> auto& { return x.redfish.nfs; });
  out.front().check = check_nfs_url;
  out.front().example = "nfs://192.0.2.1/export";
  auto cifs = share_option_rows(
      "cifs", "CIFS", [](auto& x) -> auto& { return x.redfish.cifs; });
  cifs.front().check = check_cifs_url;
  cifs.front().example = "cifs://192.0.2.1/share";
  option user{"cifs", "username",
              member_option([](auto& x) -> auto& { return x.redfish.cifs.username; }),
              "User name that BMCs get for the share."};
  user.unset = "none";
  option password{"cifs",
                  "password",
                  member_option([](auto& x) -> auto& { return x.redfish.cifs.password; }),
                  "Password that BMCs get for the share.",
                  {},
                  secrecy::whole};
  password.unset = "none";
  std::move(cifs.begin(), cifs.end(), std::back_inserter(out));
  out.push_back(std::move(user));
  out.push_back(std::move(password));
  return out;
}

}  // namespace ironbus::daemon
