// The layout of a tensor in memory, in the library's terms: a small immutable value, compared by content. dnnl.hpp is used only inside this
// folder.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/dtype.h"
#include "core/base/shape.h"
#include "core/graph/graph.h"

namespace stepscope::onednn {

struct DescImpl;

// The memory order of a layout: the offset of an element from the first, in elements, is a sum with one term per dimension (placesOf() in
// any_order.h).
struct Blocks {
  Shape dims, strides;      // strides of whole blocks
  Shape blocks, blockDims;  // inner blocks, the outermost first, and the dimension that each divides
};

class TensorDesc {
 public:
  TensorDesc() = default;  // empty; as an argument of a primitive: the library chooses the layout
  explicit TensorDesc(std::shared_ptr<const DescImpl> impl) : impl_(std::move(impl)) {}

  // Row-major over `dims` (1 to 6 of them; a scalar has dims {1}).
  static TensorDesc plain(const Shape& dims, DType dtype);
  // Images (N, C, H, W) in one of the layouts of the graph; Opaque is not accepted. Blocked layouts pad C with zeros.
  static TensorDesc image(const Shape& dims, DType dtype, Layout layout);
  // Without padding, with the dimensions stored in `order` (outermost first): {0, 2, 3, 1} is O, kh, kw, I for convolution weights.
  static TensorDesc ordered(const Shape& dims, DType dtype, const std::vector<int>& order);

  explicit operator bool() const { return impl_ != nullptr; }
  bool operator==(const TensorDesc& other) const;
  std::int64_t bytes() const;  // with padding
  Shape dims() const;
  DType dtype() const;
  bool isPlain() const;        // row-major without padding
  std::string format() const;  // the library's notation: "abcd", "aBcd16b", "ABcd16b16a"; "packed" if there is none
  // The offset in bytes of index `first` of the first dimension; nullopt if that dimension is not outermost in memory, or the index is inside a
  // block.
  std::optional<std::int64_t> outermostOffset(std::int64_t first) const;
  // Whether this is the layout of a range of the first dimension of `whole`, in which that dimension must be outermost in memory.
  bool isOutermostPartOf(const TensorDesc& whole) const;
  std::optional<Blocks> blocks() const;  // empty if only the library knows the order
  const DescImpl& impl() const { return *impl_; }

 private:
  std::shared_ptr<const DescImpl> impl_;
};

}  // namespace stepscope::onednn
