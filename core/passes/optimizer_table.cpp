#include "core/base/error.h"
#include "core/passes/optimizer_spec.h"

namespace stepscope {

namespace {

using Shape = OptimizerStateDef::Shape;

bool hasBuffer(const OptimizerSpec& s) {
  return s.momentum != 0 || s.scheduledMomentum;
}

Attributes sgdAttributes(const OptimizerSpec& s) {
  const bool buffer = hasBuffer(s);
  return {{"momentum", buffer ? s.momentum : 0.0}, {"dampening", buffer ? s.dampening : 0.0}, {"nesterov", buffer && s.nesterov}};
}
std::vector<OptimizerStateDef> sgdStates(const OptimizerSpec& s) {
  return {{.suffix = "momentum", .present = hasBuffer(s)}};
}

Attributes adamAttributes(const OptimizerSpec& s) {
  return {{"beta1", s.beta1}, {"beta2", s.beta2}, {"eps", s.eps}};
}
std::vector<OptimizerStateDef> adamStates(const OptimizerSpec& s) {
  return {{.suffix = "exp_avg"}, {.suffix = "exp_avg_sq"}, {.suffix = "max_exp_avg_sq", .present = s.amsgrad}};
}
std::vector<OptimizerStateDef> twoMoments(const OptimizerSpec&) {
  return {{.suffix = "exp_avg"}, {.suffix = "exp_avg_sq"}};
}
std::vector<OptimizerStateDef> moments8bit(const OptimizerSpec&) {
  return {{.suffix = "exp_avg_codes", .shape = Shape::Codes},
          {.suffix = "exp_avg_absmax", .shape = Shape::Blocks},
          {.suffix = "exp_avg_sq_codes", .shape = Shape::Codes},
          {.suffix = "exp_avg_sq_absmax", .shape = Shape::Blocks}};
}

Attributes rmsAttributes(const OptimizerSpec& s) {
  return {{"alpha", s.alpha}, {"eps", s.eps}, {"momentum", s.momentum}};
}
std::vector<OptimizerStateDef> rmsStates(const OptimizerSpec& s) {
  return {{.suffix = "square_avg"}, {.suffix = "momentum", .present = hasBuffer(s)}, {.suffix = "grad_avg", .present = s.centered}};
}

Attributes adagradAttributes(const OptimizerSpec& s) {
  return {{"lr_decay", s.rateDecay}, {"eps", s.eps}};
}
std::vector<OptimizerStateDef> adagradStates(const OptimizerSpec& s) {
  return {{.suffix = "sum", .start = s.initialAccumulator}};
}

}  // namespace

const std::vector<OptimizerDef>& optimizerDefs() {
  using Kind = OptimizerSpec::Kind;
  static const std::vector<OptimizerDef> defs = {
      {.kind = Kind::Sgd,
       .name = "sgd",
       .title = "SGD",
       .op = "sgd",
       .learningRate = 0.1,
       .usesStep = false,
       .hasMomentum = true,
       .attributes = sgdAttributes,
       .states = sgdStates},
      {.kind = Kind::Adam, .name = "adam", .title = "Adam", .op = "adam", .hasMomentum = true, .attributes = adamAttributes, .states = adamStates},
      {.kind = Kind::AdamW,
       .name = "adamw",
       .title = "AdamW",
       .op = "adamw",
       .weightDecay = 0.01,
       .hasMomentum = true,
       .attributes = adamAttributes,
       .states = adamStates},
      {.kind = Kind::RmsProp,
       .name = "rmsprop",
       .title = "RMSprop",
       .op = "rmsprop",
       .learningRate = 0.01,
       .usesStep = false,
       .hasMomentum = true,
       .attributes = rmsAttributes,
       .states = rmsStates},
      {.kind = Kind::Adagrad,
       .name = "adagrad",
       .title = "Adagrad",
       .op = "adagrad",
       .learningRate = 0.01,
       .eps = 1e-10,
       .attributes = adagradAttributes,
       .states = adagradStates},
      {.kind = Kind::Lamb,
       .name = "lamb",
       .title = "LAMB",
       .op = "lamb",
       .eps = 1e-6,
       .hasMomentum = true,
       .attributes = adamAttributes,
       .states = twoMoments},
      {.kind = Kind::Adam8bit,
       .name = "adam8bit",
       .title = "8-bit Adam",
       .op = "adam8bit",
       .hasMomentum = true,
       .smallTensorsBy = "adam",
       .attributes = adamAttributes,
       .states = moments8bit},
      {.kind = Kind::AdamW8bit,
       .name = "adamw8bit",
       .title = "8-bit AdamW",
       .op = "adamw8bit",
       .weightDecay = 0.01,
       .hasMomentum = true,
       .smallTensorsBy = "adamw",
       .attributes = adamAttributes,
       .states = moments8bit},
  };
  return defs;
}

const OptimizerDef& optimizerDef(OptimizerSpec::Kind kind) {
  const OptimizerDef& def = optimizerDefs().at(static_cast<std::size_t>(kind));
  require(def.kind == kind, "the table of optimizers is not in the order of their kinds");
  return def;
}

std::vector<std::string> optimizerNames() {
  std::vector<std::string> names;
  for (const OptimizerDef& def : optimizerDefs()) names.emplace_back(def.name);
  return names;
}

bool matches(std::string_view pattern, std::string_view name) {
  // Where the last * stood, and how far into the name it reaches: on a mismatch it swallows one character more.
  std::size_t p = 0, n = 0, star = std::string_view::npos, swallowed = 0;
  while (n < name.size()) {
    if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n]) && pattern[p] != '*') {
      ++p;
      ++n;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      swallowed = n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++swallowed;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace stepscope
