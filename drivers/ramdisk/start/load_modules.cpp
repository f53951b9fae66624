#include "drivers/ramdisk/start/load_modules.hpp"

#include "drivers/ramdisk/base/files.hpp"
#include "drivers/ramdisk/base/subprocess.hpp"
#include "drivers/ramdisk/base/text.hpp"

#include <fcntl.h>
#include <fnmatch.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

namespace ironbus::ramdisk {

namespace fs = std::filesystem;

namespace {

constexpr int rounds_max = 6;
constexpr std::size_t table_max = 16 << 20;

constexpr const char* unpack_script = "exec xzcat \"$0\" >\"$1\"";

std::string kind_of(const std::string& alias) { return alias.substr(0, alias.find(':')); }

std::set<std::string> device_aliases(const fs::path& sysfs) {
  std::set<std::string> out;
  for (const auto& bus : names_in(sysfs / "bus"))
    for (const auto& device : names_in(sysfs / "bus" / bus / "devices"))
      if (auto alias = read_value(sysfs / "bus" / bus / "devices" / device / "modalias"))
        out.insert(std::move(*alias));
  return out;
}

/// A fast check: most patterns differ before their first wildcard, and fnmatch() is slow.
bool fits(const std::string& pattern, const std::string& alias) {
  const auto plain = std::min(pattern.find_first_of("*?["), pattern.size());
  return alias.compare(0, plain, pattern, 0, plain) == 0 &&
         ::fnmatch(pattern.c_str(), alias.c_str(), 0) == 0;
}

bool load_file(const fs::path& path) {
  const auto file = open_file(path, O_RDONLY);
  return file && ::syscall(SYS_finit_module, file.get(), "", 0) == 0;
}

/// Unpacks and loads a driver. Other processes may unpack it at the same time.
bool load_packed(const fs::path& packed) {
  const auto draft = packed.string() + "." + std::to_string(::getpid());
  const auto unpacked = run_program({"/bin/sh", "-c", unpack_script, packed.string(), draft});
  const bool loaded = unpacked.code == 0 && load_file(draft);
  std::error_code ignored;
  fs::remove(draft, ignored);
  return loaded;
}

class loader {
public:
  loader(fs::path folder, const module_table& table, const fs::path& sysfs)
      : folder_{std::move(folder)}, loaded_{sysfs / "module"}, table_{table} {}

  void load(const std::string& name) {
    for (const auto& one : table_.with_needed(name)) {
      if (!tried_.insert(one).second || is_loaded(one)) continue;
      const auto packed = folder_ / (one + ".ko.xz");
      if (fs::exists(packed) ? load_packed(packed) : load_file(folder_ / (one + ".ko"))) ++count_;
    }
  }

  [[nodiscard]] int count() const { return count_; }

private:
  /// Otherwise another process may still be loading it.
  [[nodiscard]] bool is_loaded(const std::string& name) const {
    return read_value(loaded_ / name / "initstate") == "live";
  }

  fs::path folder_;
  fs::path loaded_;  // a folder for each loaded module
  const module_table& table_;
  std::set<std::string> tried_;
  int count_ = 0;
};

}  // namespace

module_table::module_table(std::string_view text) {
  for (const auto& line : split(text, '\n')) {
    const auto parts = words(line);
    if (parts.size() >= 2 && parts[0] == "module")
      needed_[parts[1]].assign(parts.begin() + 2, parts.end());
    if (parts.size() == 3 && parts[0] == "alias")
      aliases_[kind_of(parts[1])].emplace_back(parts[1], parts[2]);
  }
}

std::vector<std::string> module_table::for_alias(const std::string& alias) const {
  std::vector<std::string> out;
  const auto found = aliases_.find(kind_of(alias));
  if (found == aliases_.end()) return out;
  for (const auto& [pattern, name] : found->second)
    if (fits(pattern, alias)) out.push_back(name);
  return out;
}

void module_table::add_needed(const std::string& name, std::vector<std::string>& out,
                              std::set<std::string>& seen) const {
  const auto found = needed_.find(name);
  if (found == needed_.end() || !seen.insert(name).second) return;
  for (const auto& one : found->second) add_needed(one, out, seen);
  out.push_back(name);
}

std::vector<std::string> module_table::with_needed(const std::string& name) const {
  std::vector<std::string> out;
  std::set<std::string> seen;
  add_needed(name, out, seen);
  return out;
}

int load_modules(const fs::path& modules, const fs::path& sysfs) {
  const module_table table{read_file(modules / "table", table_max).value_or("")};
  loader drivers{modules, table, sysfs};
  std::set<std::string> seen;
  for (int round = 0; round < rounds_max; ++round) {
    bool more = false;
    for (const auto& alias : device_aliases(sysfs)) {
      if (!seen.insert(alias).second) continue;
      more = true;
      for (const auto& name : table.for_alias(alias)) drivers.load(name);
    }
    if (!more) break;
  }
  return drivers.count();
}

int load_named_modules(const std::vector<std::string>& names, const fs::path& modules) {
  const module_table table{read_file(modules / "table", table_max).value_or("")};
  loader drivers{modules, table, "/sys"};
  for (const auto& name : names) drivers.load(name);
  return drivers.count();
}

}  // namespace ironbus::ramdisk
