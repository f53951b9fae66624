#include "fixture.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <filesystem>
#include <fstream>

// Image files for a deployment's agent.

using namespace ironbus;
using namespace ironbus::test;

namespace {

const std::string image_token(43, 't');

class image_folder {
public:
  image_folder() { std::filesystem::create_directories(path_ + "/allowed"); }
  ~image_folder() { std::filesystem::remove_all(path_); }

  std::string allowed() const { return path_ + "/allowed"; }
  std::string write(const std::string& name, const std::string& content) const {
    std::ofstream{path_ + "/" + name, std::ios::binary} << content;
    return path_ + "/" + name;
  }

private:
  std::string path_ =
      (std::filesystem::temp_directory_path() / ("images_" + std::to_string(::getpid()))).string();
};

installation_policy serving(const image_folder& folder) {
  installation_policy out;
  out.drivers.images.file_url_allowed_paths = {folder.allowed()};
  return out;
}

struct images_fixture : image_folder, gateway_fixture {
  images_fixture() : gateway_fixture({}, serving(*this)) {}

  void deploys(const std::string& path, provision_state state = provision_state::deploying,
               json noted = {{"token", image_token}}) {
    auto x = sample_node(node_1, "web-1");
    x.attributes.state = state;
    x.attributes.instance_info = {{"image_source", "file://" + path}};
    x.attributes.driver_internal_info = {{"image_file", std::move(noted)}};
    records.put(x);
  }
  answer fetch(const std::string& token = image_token) const {
    return ask("GET", "/v1/images/" + node_1 + "/" + token);
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(image_files, images_fixture)

BOOST_AUTO_TEST_CASE(the_deployments_agent_gets_the_whole_file) {
  std::string content(3'000'001, '\0');
  for (size_t i = 0; i < content.size(); ++i) content[i] = static_cast<char>(i * 7 + i / 251);
  deploys(write("allowed/disk.img", content));
  const auto got = fetch();
  BOOST_TEST(got.status == 200);
  BOOST_TEST(got.headers.at("content-length") == std::to_string(content.size()));
  BOOST_TEST(got.headers.at("content-type") == "application/octet-stream");
  BOOST_TEST((got.body == content));
}

BOOST_AUTO_TEST_CASE(a_connection_is_reused_after_a_file) {
  deploys(write("allowed/disk.img", std::string(600'000, 'x')));
  client one{served->port()};
  for (int i = 0; i < 2; ++i) {
    one.send(request_text("GET", "/v1/images/" + node_1 + "/" + image_token, "1.115", {}));
    BOOST_TEST(one.read().body.size() == 600'000U);
  }
  deploys(write("allowed/empty.img", ""));
  one.send(request_text("GET", "/v1/images/" + node_1 + "/" + image_token, "1.115", {}));
  const auto empty = one.read();
  BOOST_TEST(empty.status == 200);
  BOOST_TEST(empty.body.empty());
}

BOOST_AUTO_TEST_CASE(other_requests_get_no_image) {
  const auto path = write("allowed/disk.img", "content");
  deploys(path);
  BOOST_TEST(fetch("").status == 404);
  BOOST_TEST(fetch(std::string(43, 'u')).status == 404);
  BOOST_TEST(ask("GET", "/v1/images/" + node_2 + "/" + image_token).status == 404);
  BOOST_TEST(ask("GET", "/v1/images/web-1/" + image_token).status == 404);
  for (auto state : {provision_state::active, provision_state::deploy_failed}) {
    deploys(path, state);
    BOOST_TEST(fetch().status == 404);
  }
  for (const json& noted : {json(nullptr), json("text"), json::object(), json({{"token", ""}})}) {
    deploys(path, provision_state::deploying, noted);
    BOOST_TEST(fetch().status == 404);
    BOOST_TEST(fetch("").status == 404);
  }
}

BOOST_AUTO_TEST_CASE(paths_outside_the_folders_are_rejected) {
  const auto secret = write("secret", "geheim");
  std::filesystem::create_symlink(secret, allowed() + "/link");
  for (const auto& path :
       {secret, allowed() + "/../secret", allowed() + "/link", allowed(), allowed() + "/missing"}) {
    deploys(path);
    const auto got = fetch();
    BOOST_TEST(got.status == 404, path);
    BOOST_TEST(got.body.find("geheim") == std::string::npos);
  }
}

BOOST_AUTO_TEST_SUITE_END()
