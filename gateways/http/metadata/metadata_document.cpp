#include "gateways/http/metadata/metadata_document.hpp"

#include "gateways/http/metadata/network_config.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace ironbus::http {

namespace {

using path_view = std::span<const std::string>;
using found_document = std::optional<metadata_document>;

metadata_document plain_text(std::string text) { return {std::move(text)}; }

metadata_document json_document(const json& document) {
  return {to_text(document), "application/json"};
}

template <class Range>
metadata_document listing(const Range& names) {
  return plain_text(join(
      names, [](std::string_view x) { return x; }, "\n"));
}

found_document user_data_of(const instance_data& instance) {
  if (!instance.user_data) return std::nullopt;
  return metadata_document{*instance.user_data, "application/octet-stream"};
}

/// Whether the text is a version such as "2009-04-04" or "latest".
bool is_version(std::string_view text) {
  return text == "latest" || (text.size() == 10 && text[4] == '-' && text[7] == '-' &&
                              std::all_of(text.begin(), text.end(), [](char c) {
                                return c == '-' || (c >= '0' && c <= '9');
                              }));
}

// -- EC2 ------------------------------------------------------------------------------------------

found_document public_key_at(const instance_data& instance, path_view path) {
  const auto keys = instance.public_keys();
  if (keys.empty()) return std::nullopt;
  size_t number = 0;
  if (path.empty())
    return listing([&] {
      std::vector<std::string> names;
      names.reserve(keys.size());
      for (const auto& key : keys) names.push_back(std::to_string(number++) + "=" + key.first);
      return names;
    }());
  const auto& text = path[0];
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size() || number >= keys.size())
    return std::nullopt;
  if (path.size() == 1) return plain_text("openssh-key");
  if (path.size() == 2 && path[1] == "openssh-key") return plain_text(keys[number].second);
  return std::nullopt;
}

struct ec2_row {
  std::string_view name;
  std::string (*value)(const instance_data&);
};

constexpr std::array ec2_rows{
    ec2_row{"ami-launch-index", [](const instance_data&) { return std::string{"0"}; }},
    ec2_row{"hostname", [](const instance_data& x) { return x.host_name(); }},
    ec2_row{"instance-id", [](const instance_data& x) { return x.id(); }},
    ec2_row{"instance-type",
            [](const instance_data& x) { return member_text(x.meta_data, "instance_type"); }},
    ec2_row{"local-hostname", [](const instance_data& x) { return x.host_name(); }},
};

found_document ec2_meta_data(const instance_data& instance, path_view path) {
  if (path.empty()) {
    std::vector<std::string> names;
    for (const auto& row : ec2_rows)
      if (!row.value(instance).empty()) names.emplace_back(row.name);
    if (!instance.public_keys().empty()) names.emplace_back("public-keys/");
    return listing(names);
  }
  if (path[0] == "public-keys") return public_key_at(instance, path.subspan(1));
  for (const auto& row : ec2_rows)
    if (path.size() == 1 && path[0] == row.name && !row.value(instance).empty())
      return plain_text(row.value(instance));
  return std::nullopt;
}

found_document ec2_document(const instance_data& instance, path_view path) {
  if (path.empty())
    return listing(instance.user_data ? std::vector<std::string>{"meta-data", "user-data"}
                                      : std::vector<std::string>{"meta-data"});
  if (path[0] == "meta-data") return ec2_meta_data(instance, path.subspan(1));
  return path.size() == 1 && path[0] == "user-data" ? user_data_of(instance) : std::nullopt;
}

// -- OpenStack and NoCloud ------------------------------------------------------------------------

found_document document_unless_null(const json& document) {
  if (document.is_null()) return std::nullopt;
  return json_document(document);
}

json openstack_meta_data(const instance_data& instance) {
  auto out = instance.meta_data;
  if (const auto host = instance.host_name(); !host.empty() && !out.contains("hostname"))
    out["hostname"] = host;
  return out;
}

json nocloud_meta_data(const instance_data& instance) {
  auto out = instance.meta_data;
  out["instance-id"] = instance.id();
  if (const auto host = instance.host_name(); !host.empty()) out["local-hostname"] = host;
  auto keys = json::array();
  for (const auto& key : instance.public_keys()) keys.push_back(key.second);
  if (!keys.empty()) out["public-keys"] = std::move(keys);
  return out;
}

/// The part of the vendor data that cloud-init uses on OpenStack.
found_document nocloud_vendor_data(const instance_data& instance) {
  const auto text = member_text(instance.vendor_data, "cloud-init");
  if (text.empty()) return std::nullopt;
  return plain_text(text);
}

struct named_document {
  std::string_view name;
  found_document (*make)(const instance_data&);
};

constexpr std::array openstack_rows{
    named_document{"meta_data.json",
                   [](const instance_data& x) -> found_document {
                     return json_document(openstack_meta_data(x));
                   }},
    named_document{"network_data.json",
                   [](const instance_data& x) { return document_unless_null(x.network_data); }},
    named_document{"user_data", &user_data_of},
    named_document{"vendor_data.json",
                   [](const instance_data& x) { return document_unless_null(x.vendor_data); }},
    named_document{"vendor_data2.json",
                   [](const instance_data& x) { return document_unless_null(x.vendor_data); }},
};

constexpr std::array nocloud_rows{
    named_document{"meta-data",
                   [](const instance_data& x) -> found_document {
                     return json_document(nocloud_meta_data(x));
                   }},
    named_document{"network-config",
                   [](const instance_data& x) {
                     return document_unless_null(network_config_of(x.network_data));
                   }},
    named_document{"user-data", &user_data_of},
    named_document{"vendor-data", &nocloud_vendor_data},
};

template <class Rows>
found_document document_among(const Rows& rows, const instance_data& instance, path_view path) {
  if (path.empty()) {
    std::vector<std::string> names;
    for (const auto& row : rows)
      if (row.make(instance)) names.emplace_back(row.name);
    return listing(names);
  }
  for (const auto& row : rows)
    if (path.size() == 1 && path[0] == row.name) return row.make(instance);
  return std::nullopt;
}

found_document openstack_document(const instance_data& instance, path_view path) {
  static constexpr std::array<std::string_view, 3> versions{"2012-08-10", "2018-08-27", "latest"};
  if (path.empty()) return listing(versions);
  if (!is_version(path[0])) return std::nullopt;
  return document_among(openstack_rows, instance, path.subspan(1));
}

}  // namespace

std::optional<metadata_document> find_metadata(const instance_data& instance, path_view path) {
  static constexpr std::array<std::string_view, 4> forms{"2009-04-04", "latest", "nocloud",
                                                         "openstack"};
  if (path.empty()) return listing(forms);
  if (path[0] == "openstack") return openstack_document(instance, path.subspan(1));
  if (path[0] == "nocloud") return document_among(nocloud_rows, instance, path.subspan(1));
  if (is_version(path[0])) return ec2_document(instance, path.subspan(1));
  return std::nullopt;
}

}  // namespace ironbus::http
