#include "core/backend/cpu/ops/structure/any_order.h"

#include <cstring>
#include <vector>

#include "core/base/error.h"

namespace stepscope::cpu {

namespace {

using Places = std::vector<std::int64_t>;

// For each dimension and each index along it: the offset of that element from the first one, in elements.
std::vector<Places> placesOf(const onednn::Blocks& b) {
  std::vector<Places> places(b.dims.size());
  for (std::size_t d = 0; d < b.dims.size(); ++d) {
    for (std::int64_t i = 0; i < b.dims[d]; ++i) {
      std::int64_t rest = i, inner = 1, place = 0;
      for (std::size_t k = b.blocks.size(); k > 0; --k) {
        const std::int64_t size = b.blocks[k - 1];
        if (b.blockDims[k - 1] == static_cast<std::int64_t>(d)) {
          place += rest % size * inner;
          rest /= size;
        }
        inner *= size;
      }
      places[d].push_back(place + rest * b.strides[d]);
    }
  }
  return places;
}

// Iterates over the elements in row-major order, one run of the last dimensions at a time.
class Walk {
 public:
  // `inner` is the number of last dimensions in a run.
  Walk(const onednn::TensorDesc& desc, std::size_t inner) : places_(placesOf(*desc.blocks())) {
    run_ = {0};
    for (std::size_t d = places_.size() - inner; d < places_.size(); ++d) {
      Places next;
      next.reserve(run_.size() * places_[d].size());
      for (const std::int64_t base : run_)
        for (const std::int64_t place : places_[d]) next.push_back(base + place);
      run_ = std::move(next);
    }
    places_.resize(places_.size() - inner);
    index_.assign(places_.size(), 0);
  }

  std::int64_t begin() const { return begin_; }
  const Places& run() const { return run_; }
  void next() {
    for (std::size_t d = index_.size(); d > 0; --d) {
      const Places& along = places_[d - 1];
      std::size_t& i = index_[d - 1];
      begin_ -= along[i];
      i = (i + 1) % along.size();
      begin_ += along[i];
      if (i != 0) return;
    }
  }

 private:
  std::vector<Places> places_;  // offsets along the dimensions before the run
  std::vector<std::size_t> index_;
  Places run_;
  std::int64_t begin_ = 0;
};

// The number of last dimensions that form a run: they are equal in both shapes, and no more are taken than needed for a long run.
std::size_t runOf(const Shape& a, const Shape& b) {
  constexpr std::int64_t kEnough = 512;
  std::size_t inner = 0;
  for (std::int64_t count = 1; inner < a.size() && inner < b.size() && count < kEnough; ++inner) {
    const std::int64_t size = a[a.size() - 1 - inner];
    if (size != b[b.size() - 1 - inner]) break;
    count *= size;
  }
  return inner;
}

template <class Element>
void copy(const onednn::TensorDesc& from, const std::byte* source, const onednn::TensorDesc& to, std::byte* target) {
  const auto* const in = reinterpret_cast<const Element*>(source);
  auto* const out = reinterpret_cast<Element*>(target);
  const std::size_t inner = runOf(from.dims(), to.dims());
  Walk a(from, inner), b(to, inner);
  const std::size_t length = a.run().size();
  const std::int64_t* const left = a.run().data();
  const std::int64_t* const right = b.run().data();
  for (std::int64_t runs = numel(from.dims()) / static_cast<std::int64_t>(length); runs > 0; --runs, a.next(), b.next()) {
    const Element* const x = in + a.begin();
    Element* const y = out + b.begin();
    for (std::size_t i = 0; i < length; ++i) y[right[i]] = x[left[i]];
  }
}

}  // namespace

bool knowsOrders(const onednn::TensorDesc& from, const onednn::TensorDesc& to) {
  return from && to && from.blocks() && to.blocks() && sizeOf(from.dtype()) == sizeOf(to.dtype()) && numel(from.dims()) == numel(to.dims());
}

void copyInAnyOrder(const onednn::TensorDesc& from, const std::byte* source, const onednn::TensorDesc& to, std::byte* target) {
  require(knowsOrders(from, to), "a copy between layouts that are not known");
  std::memset(target, 0, static_cast<std::size_t>(to.bytes()));
  if (numel(from.dims()) == 0) return;
  switch (sizeOf(from.dtype())) {
    case 1: return copy<std::uint8_t>(from, source, to, target);
    case 2: return copy<std::uint16_t>(from, source, to, target);
    default: return copy<std::uint32_t>(from, source, to, target);
  }
}

}  // namespace stepscope::cpu
