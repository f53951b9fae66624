#pragma once

#include "gateways/http/metadata/instance_data.hpp"

#include <optional>
#include <span>
#include <string>

namespace ironbus::http {

struct metadata_document {
  std::string text;
  std::string content_type = "text/plain";
};

/// The document at a path, in each form that cloud-init supports:
///
/// * EC2: latest (or a date) / meta-data / …, user-data
/// * OpenStack: openstack / latest (or a date) / meta_data.json, network_data.json, user_data,
///   vendor_data.json, vendor_data2.json
/// * NoCloud: nocloud / meta-data, user-data, vendor-data, network-config
///
/// A path with further levels lists its entries. Unset if nothing exists at the path.
std::optional<metadata_document> find_metadata(const instance_data& instance,
                                               std::span<const std::string> path);

}  // namespace ironbus::http
