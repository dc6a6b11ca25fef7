// Prints what reading costs on one core: bytes to normalized floats, photos to samples with and without the cache, batches of MNIST.
//   bench_reading MNIST_FOLDER PHOTOS_FOLDER         (../shared/data/mnist, sign_digits.tar.gz unpacked.) No test, since a test asserts no time.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <exception>
#include <vector>

#include "core/data/dataset.h"
#include "core/data/images/pixels.h"
#include "core/data/loader.h"
#include "core/data/picture_dataset.h"

using namespace stepscope;

namespace {

// The least CPU time of several rounds, in seconds: that of all threads of this process.
template <typename Work>
double leastCpuSeconds(int rounds, const Work& work) {
  double best = 1e9;
  for (int round = 0; round < rounds; ++round) {
    const std::clock_t begin = std::clock();
    work(round);
    best = std::min(best, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  return best;
}

void normalizing() {
  constexpr int kSamples = 6400;
  const PixelShape shape{1, 28, 28};
  const std::vector<std::uint8_t> in(784, 7);
  std::vector<float> out(in.size());
  const Normalization pixels{{0.01f}, {-1}, {-1}};
  const double seconds = leastCpuSeconds(5, [&](int) {
    for (int i = 0; i < kSamples; ++i) placeAndNormalize(in.data(), shape, {}, pixels, out.data());
  });
  std::printf("28x28 bytes to floats: %.2f us a sample\n", seconds / kSamples * 1e6);
}

void photos(const char* folder) {
  for (const double cropScale : {1.0, 0.5}) {
    for (const std::int64_t cache : {std::int64_t{0}, std::int64_t{1} << 30}) {
      DataSpec spec;
      spec.kind = "image_folder";
      spec.path = folder;
      spec.imageSize = 64;
      spec.cropScale = cropScale;
      spec.cacheBytes = cache;
      const DataSplits splits = openData(spec);
      const auto& pictures = dynamic_cast<const PictureDataset&>(*splits.train);
      const std::atomic<bool> never{false};
      std::vector<float> sample(3 * 64 * 64);
      const double seconds = leastCpuSeconds(4, [&](int round) {
        const std::span<std::byte> fields[] = {std::as_writable_bytes(std::span(sample)), {}};
        for (std::int64_t i = 0; i < splits.train->size(); ++i) pictures.readTransformed(i, round, splits.transforms, {}, fields, never);
      });
      std::printf("photos to 64x64, crop_scale %.1f, %s: %.0f images/s\n", cropScale, cache ? "from memory" : "from files",
                  static_cast<double>(splits.train->size()) / seconds);
    }
  }
}

void batches(const char* folder) {
  DataSpec spec;
  spec.kind = "mnist";
  spec.path = folder;
  const DataSplits splits = openData(spec);
  for (const int workers : {0, 1, 2}) {
    LoaderOptions options;
    options.batchSize = 64;
    options.workers = workers;
    DataLoader loader(splits.train, options);
    const double seconds = leastCpuSeconds(5, [&](int round) {
      loader.start(round);
      while (loader.next()) {
      }
    });
    std::printf("MNIST, batch 64, %d workers: %.1f us a batch\n", workers, seconds / static_cast<double>(loader.batchesPerEpoch()) * 1e6);
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) {
    std::fputs("bench_reading MNIST_FOLDER PHOTOS_FOLDER\n", stderr);
    return 2;
  }
  try {
    normalizing();
    photos(arguments[2]);
    batches(arguments[1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
