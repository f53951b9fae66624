#include "ops/ironbusd/roles/own_hosts.hpp"

#include "messages/platform/http_url.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

namespace ironbus::daemon {

namespace {

constexpr size_t name_file_bytes_max = size_t{1} << 20;

std::string start_of_file(const char* path) {
  std::ifstream file{path};
  std::string out(name_file_bytes_max, '\0');
  file.read(out.data(), static_cast<std::streamsize>(out.size()));
  out.resize(static_cast<size_t>(file.gcount()));
  return out;
}

/// The words of each line, without comments.
std::vector<std::vector<std::string>> words_of_lines(const std::string& text) {
  std::vector<std::vector<std::string>> out;
  std::istringstream lines{text};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words{line.substr(0, line.find_first_of("#;"))};
    out.emplace_back(std::istream_iterator<std::string>{words},
                     std::istream_iterator<std::string>{});
  }
  return out;
}

bool names_this_host(const std::vector<std::string>& line, const std::string& host_name) {
  return line.front().starts_with("127.") || line.front() == "::1" ||
         std::find(line.begin() + 1, line.end(), host_name) != line.end();
}

void add_host_of(const std::string& url, std::vector<std::string>& out) {
  if (const auto parsed = parse_http_url(url)) out.push_back(parsed->host);
}

void add_names_in(const std::string& hosts, const std::string& host_name,
                  std::vector<std::string>& out) {
  for (const auto& line : words_of_lines(hosts))
    if (line.size() > 1 && names_this_host(line, host_name))
      out.insert(out.end(), line.begin() + 1, line.end());
}

void add_names_by_domain(const std::string& resolver, const std::string& host_name,
                         std::vector<std::string>& out) {
  for (const auto& line : words_of_lines(resolver))
    if (line.size() > 1 && (line.front() == "search" || line.front() == "domain"))
      for (auto domain = line.begin() + 1; domain != line.end(); ++domain)
        if (*domain != ".") out.push_back(host_name + "." + *domain);
}

}  // namespace

name_files read_name_files() {
  return {start_of_file("/etc/hosts"), start_of_file("/etc/resolv.conf")};
}

std::vector<std::string> own_hosts(const settings& settings, const installation_policy& policy,
                                   const std::string& host_name, const name_files& files) {
  std::vector<std::string> out{host_name, settings.listen.host, settings.ramdisk_listen.host};
  add_host_of(settings.api.public_endpoint, out);
  add_host_of(policy.service_url, out);
  add_names_in(files.hosts, host_name, out);
  add_names_by_domain(files.resolver, host_name, out);
  out.erase(std::remove(out.begin(), out.end(), ""), out.end());
  return out;
}

}  // namespace ironbus::daemon
