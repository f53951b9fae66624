#include "gateways/http/resources/handlers.hpp"
#include "gateways/http/resources/records.hpp"

namespace ironbus::http {

namespace {

const record_api templates{"deploy_template", true};

}  // namespace

task<> list_deploy_templates(const call_ptr& x) { return list_records(templates, x, false); }
task<> show_deploy_template(const call_ptr& x) { return show_record(templates, x); }
task<> create_deploy_template(const call_ptr& x) { return create_one_record(templates, x); }
task<> patch_deploy_template(const call_ptr& x) { return patch_record(templates, x); }
task<> delete_deploy_template(const call_ptr& x) { return delete_one_record(templates, x); }

}  // namespace ironbus::http
