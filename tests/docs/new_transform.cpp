// The transform that docs/adding.md adds, through a loader: training batches against the filter by hand, and none of it in validation. Compiled
// by guide_test.cpp with the page's changes in place.
#include <cmath>
#include <cstdio>

#include "core/data/kinds/memory_dataset.h"
#include "core/data/loader.h"
#include "core/data/transforms/transform_table.h"

using namespace stepscope;

int main() {
  int failures = 0;
  const auto require = [&](bool ok, const char* what) {
    if (ok) return;
    std::printf("not so: %s\n", what);
    ++failures;
  };
  // A white dot in the middle of black, and mean 0, deviation 1: a pass of 1 2 1 across and down makes of it the products of 1/4, 1/2, 1/4.
  MemorySamples dots;
  dots.shape = {1, 5, 7};
  dots.classNames = {"dot", "none"};
  constexpr int kCount = 64;
  for (int i = 0; i < kCount; ++i) {
    dots.labels.push_back(0);
    for (int pixel = 0; pixel < 35; ++pixel) dots.pixels.push_back(pixel == 2 * 7 + 3 ? 255 : 0);
  }
  const auto data = std::make_shared<MemoryDataset>(dots, ChannelScale{{0}, {1}});
  DataSpec spec;
  bool known = false;
  for (const DataKey& key : transformKeys(false))
    if (key.key == "data.blur") {
      known = true;
      key.set(spec, std::int64_t{1});
    }
  require(known, "every kind of pictures has the key");
  LoaderOptions options;
  options.batchSize = kCount;
  options.workers = 2;
  options.transforms = openTransforms(spec, dots.shape, false);
  require(options.transforms.list.size() == 1 && options.transforms.bytesNeeded() == 7 * 4, "one transform, with memory for a line");
  require(openTransforms(DataSpec{}, dots.shape, false).list.empty(), "none is asked for");
  const auto batchOf = [&](const LoaderOptions& with) {
    DataLoader loader(data, with);
    loader.start(0);
    const Batch* batch = loader.next();
    const std::span<float> values = floatsOf(batch->field("x"));
    return std::vector<float>(values.begin(), values.end());
  };
  const std::vector<float> blurred = batchOf(options);
  options.workers = 0;
  require(batchOf(options) == blurred, "the same batch without workers");
  options.transforms = {};
  const std::vector<float> plain = batchOf(options);

  int smoothed = 0;
  for (int i = 0; i < kCount; ++i) {
    const float* image = blurred.data() + i * 35;
    bool same = true, once = true;
    for (int y = 0; y < 5; ++y)
      for (int x = 0; x < 7; ++x) {
        const auto weight = [](int distance) { return distance == 0 ? 0.5 : distance == 1 ? 0.25 : 0.0; };
        const double expected = weight(std::abs(y - 2)) * weight(std::abs(x - 3));
        once = once && std::abs(image[y * 7 + x] - expected) < 1e-6;
        same = same && image[y * 7 + x] == plain[static_cast<std::size_t>(y * 7 + x)];
      }
    require(once != same, "a picture is as it was, or smoothed once");
    smoothed += once;
  }
  require(smoothed > 16 && smoothed < 48, "about half of them");
  require(plain[2 * 7 + 3] == 1 && plain[2 * 7 + 2] == 0, "validation has a dot");
  return failures;
}
