// Moving elements without arithmetic: concat, split, slice, pad, transpose, channel_shuffle.
#include <algorithm>

#include "tests/dev/reference/call.h"

namespace stepscope::reference {

namespace {

using Index = std::vector<std::int64_t>;

// Calls visit(index, row-major place) for every element.
template <typename Visit>
void overElements(const Shape& shape, Visit visit) {
  Index index(shape.size(), 0);
  const std::int64_t count = numel(shape);
  for (std::int64_t place = 0; place < count; ++place) {
    visit(index, static_cast<std::size_t>(place));
    for (std::size_t d = shape.size(); d-- > 0;) {
      if (++index[d] < shape[d]) break;
      index[d] = 0;
    }
  }
}

std::size_t placeOf(const Shape& shape, const Index& index) {
  std::int64_t place = 0;
  for (std::size_t d = 0; d < shape.size(); ++d) place = place * shape[d] + index[d];
  return static_cast<std::size_t>(place);
}

void concat(Call& c) {
  const auto axis = static_cast<std::size_t>(c.node.attrs.integer("axis"));
  std::int64_t start = 0;
  for (std::size_t i = 0; i < c.in.size(); ++i) {
    overElements(c.inShape(i), [&](Index index, std::size_t place) {
      index[axis] += start;
      (*c.out[0])[placeOf(c.outShape(0), index)] = (*c.in[i])[place];
    });
    start += c.inShape(i)[axis];
  }
}

void split(Call& c) {
  const auto axis = static_cast<std::size_t>(c.node.attrs.integer("axis"));
  std::int64_t start = 0;
  for (std::size_t i = 0; i < c.out.size(); ++i) {
    overElements(c.outShape(i), [&](Index index, std::size_t place) {
      index[axis] += start;
      (*c.out[i])[place] = (*c.in[0])[placeOf(c.inShape(0), index)];
    });
    start += c.outShape(i)[axis];
  }
}

// The element of the whole tensor that element `index` of a slice is.
Index taken(const Call& c, Index index) {
  for (std::size_t d = 0; d < index.size(); ++d) index[d] = c.integers("starts")[d] + index[d] * c.integers("steps")[d];
  return index;
}

void slice(Call& c) {
  overElements(c.outShape(0),
               [&](const Index& index, std::size_t place) { (*c.out[0])[place] = (*c.in[0])[placeOf(c.inShape(0), taken(c, index))]; });
}

void sliceGrad(Call& c) {
  overElements(c.inShape(0),
               [&](const Index& index, std::size_t place) { (*c.out[0])[placeOf(c.outShape(0), taken(c, index))] = (*c.in[0])[place]; });
}

// The element of the unpadded tensor that a padded element repeats, and whether it lies inside.
bool unpadded(const Call& c, const Shape& x, Index& index) {
  const bool reflect = c.node.attrs.text("mode") == "reflect";
  bool inside = true;
  for (std::size_t d = 0; d < index.size(); ++d) {
    std::int64_t i = index[d] - c.integers("before")[d];
    inside = inside && i >= 0 && i < x[d];
    if (reflect && i < 0) i = -i;
    if (reflect && i >= x[d]) i = 2 * (x[d] - 1) - i;
    index[d] = std::clamp<std::int64_t>(i, 0, x[d] - 1);
  }
  return inside;
}

void pad(Call& c) {
  const bool constant = c.node.attrs.text("mode") == "constant";
  overElements(c.outShape(0), [&](Index index, std::size_t place) {
    const bool inside = unpadded(c, c.inShape(0), index);
    (*c.out[0])[place] = constant && !inside ? c.real("value") : (*c.in[0])[placeOf(c.inShape(0), index)];
  });
}

void padGrad(Call& c) {
  overElements(c.inShape(0), [&](Index index, std::size_t place) {
    unpadded(c, c.outShape(0), index);
    (*c.out[0])[placeOf(c.outShape(0), index)] += (*c.in[0])[place];
  });
}

void transpose(Call& c) {
  const auto& permutation = c.integers("permutation");
  overElements(c.outShape(0), [&](const Index& index, std::size_t place) {
    Index from(index.size());
    for (std::size_t d = 0; d < index.size(); ++d) from[static_cast<std::size_t>(permutation[d])] = index[d];
    (*c.out[0])[place] = (*c.in[0])[placeOf(c.inShape(0), from)];
  });
}

void channelShuffle(Call& c) {
  const std::int64_t groups = c.node.attrs.integer("groups"), each = c.inShape(0)[1] / groups;
  overElements(c.outShape(0), [&](Index index, std::size_t place) {
    index[1] = index[1] % groups * each + index[1] / groups;
    (*c.out[0])[place] = (*c.in[0])[placeOf(c.inShape(0), index)];
  });
}

}  // namespace

void addStructureKernels(Kernels& k) {
  k["concat"] = concat;
  k["split"] = split;
  k["slice"] = slice;
  k["slice_grad"] = sliceGrad;
  k["pad"] = pad;
  k["pad_grad"] = padGrad;
  k["transpose"] = transpose;
  k["channel_shuffle"] = channelShuffle;
}

}  // namespace stepscope::reference
