#include "drivers/execution/step_probe.hpp"

#include "drivers/execution/driver_choice.hpp"
#include "drivers/execution/outcome_message.hpp"
#include "messages/platform/log.hpp"

namespace ironbus {

step_probe::step_probe(std::shared_ptr<execution_context> context, step_request request,
                       std::shared_ptr<const call_origin> origin, delivery_tag tag)
    : context_{std::move(context)},
      request_{std::move(request)},
      origin_{std::move(origin)},
      allowed_{context_->held->issue(origin_)},
      tag_{tag} {}

void step_probe::ask(const std::shared_ptr<execution_context>& shared, step_request request,
                     std::shared_ptr<const call_origin> origin, delivery_tag tag) {
  auto probe = std::make_shared<step_probe>(shared, std::move(request), std::move(origin), tag);
  auto& of_node = shared->probes[probe->request_.id.node];
  if (const auto asked = of_node.lock()) return asked->follow_with(std::move(probe));
  of_node = probe;
  probe->begin();
}

void step_probe::follow_with(std::shared_ptr<step_probe> next) {
  if (next_) {  // the same probe again
    next->request_.doubtful |= next_->request_.doubtful;
    context_->messages.ack(next_->tag_);
  }
  next_ = std::move(next);
}

void step_probe::begin() {
  allowed_ = context_->held->issue(origin_);
  if (!allowed_.holds()) return end();
  std::string why_not;
  const auto driver = choose_driver(context_->drivers, request_, why_not);
  if (!driver) return answered(step_failed(std::move(why_not)));
  try {
    driver->probe({request_, allowed_},
                  context_->back([self = shared_from_this()](std::optional<step_outcome> x) {
                    self->answered(std::move(x));
                  }));
  } catch (const std::exception& e) {
    log::error("the driver threw in probe",
               {{log_key::node, request_.id.node},
                {log_key::step, request_.what.interface + "." + request_.what.name},
                {log_key::error, e.what()}});
    answered(std::nullopt);
  }
}

void step_probe::answered(std::optional<step_outcome> found) {
  ++context_->counters.probed;
  if (!found || !allowed_.holds()) return end();
  found->id = request_.id;
  found->worker = allowed_.owner();
  context_->messages.publish(
      outcome_message(*context_, request_.id.node, outcome_text(*context_, *found, origin_.get())),
      context_->back([self = shared_from_this()](const result<std::monostate>& sent) {
        if (!sent)
          log::warn("cannot publish a step outcome", {{log_key::node, self->request_.id.node},
                                                      {log_key::error, sent.error().message}});
        self->end();
      }));
}

void step_probe::end() {
  context_->messages.ack(tag_);
  if (!next_) {
    context_->probes.erase(request_.id.node);
    return;
  }
  context_->probes[request_.id.node] = next_;
  next_->begin();
}

}  // namespace ironbus
