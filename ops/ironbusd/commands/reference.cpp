#include "ops/ironbusd/commands/reference.hpp"

#include "ops/ironbusd/manual/exit_codes.hpp"
#include "ops/ironbusd/options/option_table.hpp"

namespace ironbus::daemon {

namespace {

constexpr std::string_view introduction = R"(# Configuration of ironbusd

<!-- Made by `ironbusd config reference`; a test compares. Edit the option table instead. -->

Without a configuration `ironbusd` has all roles in one process, with a SQLite file and the
simulated machines of fake-hardware. Options have three sources; a later source takes precedence:

1. the YAML file of `--config` (or of `$IRONBUS_CONFIG`);
2. environment variables: `IRONBUS_LISTEN`, `IRONBUS_CONDUCTOR_AUTOMATED_CLEAN`, …: section and name
   in capitals; lists as `a,b`, maps as `key:value,key:value`, or either as in YAML;
3. the command line: `--roles`, `--listen`, `--data`, `--ramdisk`, `--name`, `--log-level`.

Write durations as `30` (seconds), `250ms`, `30s`, `5m`, `2h` or `1d`. Addresses are HOST:PORT or
[IPV6]:PORT. Unknown options are errors.

| Command | What it does |
|---|---|
| `ironbusd` | Run the service until SIGTERM or SIGINT. |
| `ironbusd config check` | Check the configuration, and print each error with its line. |
| `ironbusd config show` | Print the effective value of every option and its source; passwords are masked. |
| `ironbusd config dnsmasq` | Print a dnsmasq configuration; see [How to boot from the network](../how-to/boot_from_the_network.md#dhcp). |
| `ironbusd config reference`, `config sample` | Print this page; print the sample ops/config/ironbus.yaml. |
| `ironbusd store check`, `store repair` | Check or repair the store; see [store.md](store.md#check-and-repair). |
| `ironbusd store backup FILE`, `store restore FILE` | Write SQLite or Redis to a file of JSON lines, or fill it from one; see [store.md](store.md#back-up). |

[command_line.md](command_line.md) lists the options of all commands, and those of `ironbus`, the
operator's command.

When the service is ready, `ironbusd` prints one line to standard output that begins with
`ironbusd ready`. Logs go to standard error. SIGTERM and SIGINT stop it after the running work, a
second signal stops it at once. SIGHUP reads certificates, users, roles, policy rules and
`log_level` again. SIGPIPE is ignored.
)";

std::string default_of(const option& x) {
  static const settings defaults;
  return x.where.show(defaults, x.allowed);
}

std::string code(const std::string& text) { return "`" + text + "`"; }

std::string default_text(const option& option) {
  const auto text = default_of(option);
  if (!option.unset.empty() && (text.empty() || text == "\"\"")) return option.unset;
  return code(text);
}

bool obvious(const option& x) {
  return x.where.type == value_type::boolean || x.where.type == value_type::address ||
         (x.where.type == value_type::text && x.allowed.choices.empty());
}

void add_row(std::string& out, const option& option) {
  auto description = option.description;
  if (!obvious(option)) {
    auto allowed = allowed_text(option);
    if (const auto tail = allowed.find(", such as 30"); tail != std::string::npos)
      allowed = allowed.substr(0, tail);
    allowed.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(allowed.front())));
    description += " " + allowed + ".";
  }
  if (!option.alias.empty()) description += " Also accepted as " + code(option.alias) + ".";
  out += "| " + code(option.name) + " | " + type_text(option) + " | " + default_text(option) +
         " | " + description + " |\n";
}

std::string title(const section& x) {
  return x.name.empty() ? "Top level" : code(std::string{x.name});
}

void add_comment(std::string& out, const std::string& text, const std::string& indent) {
  constexpr size_t width = 98;
  std::string line = indent + "#";
  for (size_t offset = 0; offset < text.size();) {
    const auto space = std::min(text.find(' ', offset), text.size());
    if (line.size() + 1 + space - offset > width) {
      out += line + "\n";
      line = indent + "#";
    }
    line += " " + text.substr(offset, space - offset);
    offset = space + 1;
  }
  out += line + "\n";
}

}  // namespace

std::string reference_markdown() {
  std::string out{introduction};
  for (const auto& part : sections()) {
    out += "\n## " + title(part) + "\n\n" + std::string{part.description} + "\n\n";
    out += "| Option | Type | Default | Meaning |\n|---|---|---|---|\n";
    for (const auto& x : option_table())
      if (x.section == part.name) add_row(out, x);
  }
  out += "\n## Exit codes\n\n| Code | Meaning |\n|---|---|\n";
  for (const auto& x : exit_codes)
    if (exits_with(program::ironbusd, x))
      out += "| " + std::to_string(x.code) + " | " + std::string{x.meaning} + " |\n";
  return out;
}

std::string sample_yaml() {
  std::string out =
      "# Configuration of ironbusd: every option with its default, or an example where there is\n"
      "# none. Made by `ironbusd config sample`; docs/reference/configuration.md says more.\n";
  for (const auto& part : sections()) {
    const std::string indent = part.name.empty() ? "" : "  ";
    out += "\n";
    add_comment(out, std::string{part.description}, "");
    if (!part.name.empty()) out += std::string{part.name} + ":\n";
    for (const auto& x : option_table()) {
      if (x.section != part.name) continue;
      add_comment(out, x.description + (x.unset.empty() ? "" : " Unset: " + x.unset + "."), indent);
      out += indent + "#" + x.name + ": " + (x.example.empty() ? default_of(x) : x.example) + "\n";
    }
  }
  return out;
}

}  // namespace ironbus::daemon
