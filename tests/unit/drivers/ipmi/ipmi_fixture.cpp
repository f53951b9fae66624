#include "tests/unit/drivers/ipmi/ipmi_fixture.hpp"

#include "tests/support/ipmi/ipmitool_link.hpp"
#include "tests/support/test_lease.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace ironbus::test {

namespace {

constexpr const char* journal_name = "calls.journal";

std::string new_folder() {
  auto text = (std::filesystem::temp_directory_path() / "ironbus_ipmi_XXXXXX").string();
  if (::mkdtemp(text.data()) == nullptr) throw std::runtime_error{"no folder " + text};
  return text;
}

}  // namespace

ipmi_fixture::ipmi_fixture() : folder{new_folder()} {
  node.uuid = "7c1f2d6e-0d0a-4d7e-9f0e-5a3c6c1b7a02";
  node.driver = "ipmi";
  node.driver_info = {
      {"ipmi_address", "192.0.2.7"}, {"ipmi_username", "admin"}, {"ipmi_password", "secret"}};
  use(options_of_fake_ipmitool(folder, journal_name));
}

ipmi_fixture::~ipmi_fixture() {
  BOOST_TEST(complaints() == "");
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
}

void ipmi_fixture::use(ipmi_options wanted) {
  options = std::move(wanted);
  driver_ = std::make_unique<ipmi_interface>(std::make_shared<ipmi_context>(io_, options));
}

void ipmi_fixture::set(const std::string& name, const std::string& text) const {
  std::ofstream{folder + "/" + name} << text << '\n';
}

std::string ipmi_fixture::get(const std::string& name) const {
  std::ifstream file{folder + "/" + name};
  std::string out{std::istreambuf_iterator<char>{file}, {}};
  while (out.ends_with('\n')) out.pop_back();
  return out;
}

std::vector<std::string> ipmi_fixture::commands() const {
  std::ifstream file{folder + "/" + journal_name};
  std::vector<std::string> out;
  for (std::string line; std::getline(file, line);) out.push_back(line);
  return out;
}

step_request ipmi_fixture::request(const std::string& interface, const std::string& name,
                                   json args) const {
  step_request out;
  out.id.node = node.uuid;
  out.what.interface = interface;
  out.what.name = name;
  out.what.args = std::move(args);
  out.machine = node;
  return out;
}

std::shared_ptr<std::optional<step_outcome>> ipmi_fixture::begin(const step_request& request) {
  auto out = std::make_shared<std::optional<step_outcome>>();
  driver_->run(permitted(request), [out](step_outcome end) { *out = std::move(end); });
  return out;
}

void ipmi_fixture::run_all() {
  io_.restart();
  io_.run();
}

step_outcome ipmi_fixture::run(const step_request& request) {
  const auto out = begin(request);
  run_all();
  BOOST_REQUIRE(out->has_value());
  return **out;
}

std::optional<step_outcome> ipmi_fixture::recover(const step_request& request) {
  std::optional<std::optional<step_outcome>> out;
  driver_->recover(permitted(request), [&out](auto end) { out = std::move(end); });
  run_all();
  BOOST_REQUIRE(out.has_value());
  return *out;
}

std::vector<power_reading> ipmi_fixture::read_power(const std::vector<machine>& machines) {
  std::vector<std::optional<power_reading>> found(machines.size());
  for (size_t i = 0; i < machines.size(); ++i)
    driver_->read_power(machines[i], lasting_permit(),
                        [&found, i](power_reading x) { found[i] = std::move(x); });
  run_all();
  std::vector<power_reading> out;
  for (const auto& one : found) {
    BOOST_REQUIRE(one.has_value());
    out.push_back(*one);
  }
  return out;
}

}  // namespace ironbus::test
