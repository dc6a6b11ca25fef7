// Scaled dot-product attention with causal and key masks.
#include "tests/dev/op_cases/case_builder.h"

namespace stepscope {

namespace {

struct Attention {
  const char* name;
  std::int64_t batch, queries, keys, heads, headSize;
  bool packed = false, causal = false, mask = false;
  double scale = 0, p = 0;
};

OpCase attentionCase(const Attention& a) {
  CaseBuilder b(std::string("attention ") + a.name);
  const std::int64_t width = a.heads * a.headSize;
  std::vector<ValueId> inputs;
  if (a.packed) {
    inputs = {b.parameter("qkv", {a.batch, a.queries, 3 * width}, 1.5), kNone, kNone};
  } else {
    inputs = {b.parameter("q", {a.batch, a.queries, width}, 2.0), b.parameter("k", {a.batch, a.keys, width}),
              b.parameter("v", {a.batch, a.keys, width})};
  }
  if (a.mask) {
    inputs.push_back(b.integers("mask", {a.batch, a.keys}, 3, DType::U8));
    for (double& value : b.bound("mask")) value = value > 0 ? 1.0 : 0.0;
    b.bound("mask")[0] = 1.0;  // under the causal mask as well, every row of the first sample sees a key
  }
  Attributes attrs{{"heads", a.heads}, {"causal", a.causal}, {"scale", a.scale}};
  if (a.p > 0) {
    inputs.resize(4, kNone);
    inputs.push_back(b.seed(98765432109876));
    attrs.set("p", a.p);
    attrs.set("op_id", std::int64_t{5});
  }
  return b.finish(b.add("attention", std::move(inputs), std::move(attrs)));
}

}  // namespace

void addAttentionCases(std::vector<OpCase>& cases) {
  for (const Attention& a : std::initializer_list<Attention>{
           {.name = "one head", .batch = 2, .queries = 3, .keys = 3, .heads = 1, .headSize = 4},
           {.name = "other keys than queries", .batch = 2, .queries = 4, .keys = 7, .heads = 2, .headSize = 3},
           {.name = "causal", .batch = 2, .queries = 5, .keys = 5, .heads = 2, .headSize = 4, .causal = true},
           {.name = "causal, fewer keys", .batch = 1, .queries = 6, .keys = 4, .heads = 2, .headSize = 2, .causal = true},
           {.name = "causal, more keys", .batch = 1, .queries = 3, .keys = 6, .heads = 2, .headSize = 2, .causal = true},
           {.name = "key mask", .batch = 3, .queries = 4, .keys = 5, .heads = 2, .headSize = 3, .mask = true},
           {.name = "causal with key mask", .batch = 1, .queries = 5, .keys = 5, .heads = 1, .headSize = 4, .causal = true, .mask = true},
           {.name = "packed", .batch = 2, .queries = 4, .keys = 4, .heads = 2, .headSize = 3, .packed = true},
           {.name = "packed, causal, given scale",
           .batch = 1,
           .queries = 6,
           .keys = 6,
           .heads = 3,
           .headSize = 2,
           .packed = true,
           .causal = true,
           .scale = 0.3},
           {.name = "dropout", .batch = 2, .queries = 4, .keys = 5, .heads = 2, .headSize = 3, .p = 0.25},
           {.name = "packed, causal, dropout",
           .batch = 1,
           .queries = 7,
           .keys = 7,
           .heads = 2,
           .headSize = 3,
           .packed = true,
           .causal = true,
           .p = 0.5},
           {.name = "long, odd sizes", .batch = 1, .queries = 53, .keys = 71, .heads = 2, .headSize = 5},
           {.name = "long, packed, causal", .batch = 1, .queries = 101, .keys = 101, .heads = 1, .headSize = 17, .packed = true, .causal = true},
       })
    cases.push_back(attentionCase(a));
}

}  // namespace stepscope
