// Kernels of activations, arithmetic, casts and dropout.
#include <algorithm>
#include <vector>

#include "core/backend/cuda/base/candidate.h"
#include "core/backend/cuda/kernels/elementwise.h"
#include "core/base/error.h"
#include "core/graph/op.h"

namespace stepscope::cuda {
namespace {

// The geometry for `count` elements; operands with the same layout (`straight`) are processed eight elements at a time.
Geometry perEight(Int count, bool straight) {
  return perElement(straight && count % 8 == 0 ? count / 8 : count);
}

template <class F>
void map1(const Call& c, LaunchList& list, float a = 0, float b = 0) {
  list.add(Map1<F>{c.in(0), c.out(0), c.outCount(0), a, b, true, {}}, perEight(c.outCount(0), true));
}
void copy(const Call& c, LaunchList& list) {
  map1<Identity>(c, list);
}

template <class F>
void map2(const Call& c, LaunchList& list, float a, float b) {
  const Shape& shape = c.outShape(0);
  Map2<F> kernel{c.in(0), c.in(1), c.out(0), c.outCount(0), a, b, true, {}, {}};
  if (c.inShape(0) != shape || c.inShape(1) != shape) {
    kernel.straight = false;
    kernel.walkX = broadcastWalk(shape, c.inShape(0), c.channelsLast);
    kernel.walkY = broadcastWalk(shape, c.inShape(1), c.channelsLast);
  }
  list.add(kernel, perEight(kernel.count, kernel.straight));
}

// The kernel of a formula alone, and its function for chains.
struct FormulaKernels {
  void (*bind)(const Call&, LaunchList&, float a, float b);
  ElementFormula chained;
};
template <class F>
FormulaKernels ofOne() {
  return {map1<F>, {typeName<F>(), 1, [](float x, float, float a, float b) { return F::value(x, a, b); }, 0, 0}};
}
template <class F>
FormulaKernels ofTwo() {
  return {map2<F>, {typeName<F>(), 2, [](float x, float y, float a, float b) { return F::value(x, y, a, b); }, 0, 0}};
}

FormulaKernels kernelsOf(const FormulaUse& use) {
  switch (use.formula) {
#define STEPSCOPE_CASE(name, simple) \
  case Formula::name: return use.slope ? ofTwo<Slope<name>>() : ofOne<name>();
    STEPSCOPE_FORMULAS_WITH_SLOPE(STEPSCOPE_CASE)
#undef STEPSCOPE_CASE
#define STEPSCOPE_CASE(name, simple) \
  case Formula::name: return ofOne<name>();
    STEPSCOPE_FORMULAS_OF_ONE(STEPSCOPE_CASE)
#undef STEPSCOPE_CASE
#define STEPSCOPE_CASE(name, simple) \
  case Formula::name: return ofTwo<name>();
    STEPSCOPE_FORMULAS_OF_TWO(STEPSCOPE_CASE)
#undef STEPSCOPE_CASE
  }
  require(false, "a formula is not in its table");
  return {};
}

void bindFormula(const Call& c, LaunchList& list) {
  const FormulaUse use = c.node.op->formula(c.node.attrs);
  kernelsOf(use).bind(c, list, use.a, use.b);
}
ElementFormula chainedFormula(const Call& c) {
  const FormulaUse use = c.node.op->formula(c.node.attrs);
  ElementFormula formula = kernelsOf(use).chained;
  formula.a = use.a;
  formula.b = use.b;
  return formula;
}
// A chain converts when it reads and writes, and computes in f32, so a cast inside it does nothing.
ElementFormula chainedCast(const Call&) {
  return ofOne<Identity>().chained;
}

void expand(const Call& c, LaunchList& list) {
  list.add(Map1<Scaled>{c.in(0), c.out(0), c.outCount(0), c.real("scale", 1.0), 0, false, broadcastWalk(c.outShape(0), c.inShape(0), c.channelsLast)},
           perElement(c.outCount(0)));
}

// Between row-major and channels last: every image is transposed as a matrix, (channels, pixels) or (pixels, channels).
void reorder(const Call& c, LaunchList& list) {
  const Shape& x = c.inShape(0);
  require(x.size() == 4, "only images have two layouts");
  const Int pixels = x[2] * x[3];
  Transpose kernel{c.in(0), c.out(0), x[0], x[1], pixels};
  if (!c.channelsLast) std::swap(kernel.rows, kernel.columns);
  const Int tiles = kernel.matrices * ((kernel.rows + kTile - 1) / kTile) * ((kernel.columns + kTile - 1) / kTile);
  list.add(kernel, {std::clamp<Int>(tiles, 1, 65535), 256}, kTile * (kTile + 1) * 4);
}

void fill(const Call& c, LaunchList& list) {
  list.add(Fill{c.out(0), c.outCount(0), c.real("value")}, perElement(c.outCount(0)));
}

void drop(const Call& c, LaunchList& list, Int each) {
  const double p = c.node.attrs.real("p");
  list.add(Dropout{c.in(0), c.out(0), c.inAs<const Int>(1), c.outCount(0), each, static_cast<float>(p), static_cast<float>(1.0 / (1.0 - p)),
                   static_cast<Word>(c.node.attrs.integer("op_id"))},
           perElement(c.outCount(0)));
}
void dropout(const Call& c, LaunchList& list) {
  drop(c, list, 1);
}
void stochasticDepth(const Call& c, LaunchList& list) {
  drop(c, list, c.outCount(0) / std::max<Int>(c.outShape(0)[0], 1));
}

}  // namespace

std::span<const OpKernel> elementwiseKernels() {
  static const std::vector<OpKernel> kernels = [] {
    std::vector<OpKernel> made = {
        {.op = "convert", .bind = copy, .layout = LayoutUse::Follows},
        {.op = "cast", .bind = copy, .layout = LayoutUse::Follows, .formula = chainedCast},
        {.op = "reorder", .bind = reorder},
        {.op = "expand", .bind = expand, .layout = LayoutUse::Follows},
        {.op = "fill", .bind = fill},
        {.op = "dropout", .bind = dropout},
        {.op = "stochastic_depth", .bind = stochasticDepth, .layout = LayoutUse::Follows},
    };
    for (const OpDef* op : allOps())
      if (op->formula) made.push_back({.op = op->name, .bind = bindFormula, .layout = LayoutUse::Follows, .formula = chainedFormula});
    return made;
  }();
  return kernels;
}

std::vector<ElementFormula> allFormulas() {
  std::vector<ElementFormula> all{ofOne<Identity>().chained};
#define STEPSCOPE_ADD(name, simple)                  \
  all.push_back(kernelsOf({Formula::name}).chained); \
  if (hasSlope(Formula::name)) all.push_back(kernelsOf({Formula::name, 0, 0, true}).chained);
  STEPSCOPE_FORMULAS_WITH_SLOPE(STEPSCOPE_ADD)
  STEPSCOPE_FORMULAS_OF_ONE(STEPSCOPE_ADD)
  STEPSCOPE_FORMULAS_OF_TWO(STEPSCOPE_ADD)
#undef STEPSCOPE_ADD
  return all;
}

}  // namespace stepscope::cuda
