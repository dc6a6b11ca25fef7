#include "core/data/preview/picture_bodies.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <map>
#include <thread>
#include <utility>

#include "core/base/error.h"
#include "core/base/philox.h"
#include "core/data/images/image_file.h"
#include "core/data/images/image_folder.h"
#include "core/data/quarantine.h"

namespace stepscope {
namespace {

constexpr unsigned kMostThreads = 8;
constexpr std::int64_t kSmall = 16;  // pixels that a sampled image is decoded to; all of its bytes are read anyway
constexpr std::uint32_t kBodyStream = 0xFFFFFFFCu;

std::uint64_t checksumOf(const Image& image) {
  const auto bytes = static_cast<std::size_t>(image.width * image.height * 3);
  const auto crc = crc32_z(0, image.pixels.data(), bytes);
  const auto adler = adler32_z(1, image.pixels.data(), bytes);
  return (static_cast<std::uint64_t>(crc) << 32) ^ static_cast<std::uint64_t>(adler);
}

PictureLook lookOf(const Image& image) {
  PictureLook look;
  constexpr std::int64_t kSide = PictureLook::kSide;
  if (image.width < kSide || image.height < kSide) return look;
  double sum = 0, squares = 0;
  for (std::int64_t cell = 0; cell < kSide * kSide; ++cell) {
    const std::int64_t row = cell / kSide, column = cell % kSide;
    const std::int64_t top = row * image.height / kSide, bottom = (row + 1) * image.height / kSide;
    const std::int64_t left = column * image.width / kSide, right = (column + 1) * image.width / kSide;
    std::int64_t total = 0;
    for (std::int64_t y = top; y < bottom; ++y)
      for (std::int64_t i = 3 * (y * image.width + left); i < 3 * (y * image.width + right); ++i) total += image.pixels[static_cast<std::size_t>(i)];
    const double grey = static_cast<double>(total) / static_cast<double>(3 * (bottom - top) * (right - left));
    look.grey[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(grey + 0.5);
    sum += grey;
    squares += grey * grey;
  }
  constexpr double kCells = kSide * kSide, kLeastDeviation = 10;  // grey levels: an image of nearly one colour would look like all others
  if (squares / kCells - (sum / kCells) * (sum / kCells) >= kLeastDeviation * kLeastDeviation) look.mean = static_cast<int>(sum / kCells + 0.5);
  return look;
}

Box whole(const ImageHeader& header) {
  return {0, 0, static_cast<double>(header.width), static_cast<double>(header.height)};
}

void decode(PictureBody& body, const DataSpec& spec, bool atItsSize, std::vector<std::uint8_t>& pixels, DecodeScratch& scratch) {
  static const std::atomic<bool> never{false};
  const FoundImage& image = body.image;
  const auto fails = [&](const Box& box, std::int64_t side) {
    pixels.resize(static_cast<std::size_t>(side * side * 3));
    try {
      decodeImageFile(image.file, image.header, box, side, side, PixelLayout::Planar, pixels.data(), scratch, never, image.source);
      return std::string();
    } catch (const Error& error) {
      return error.happened();
    }
  };
  body.decoded = true;
  if (atItsSize) {
    try {
      decodeWholeFile(image.file, scratch, image.source);
      body.pixels = checksumOf(scratch.image);
      body.look = lookOf(scratch.image);
    } catch (const Error& error) {
      body.problem = error.happened();
    }
  } else {
    body.problem = fails(whole(image.header), kSmall);
  }
  if (body.problem.empty()) return;
  // Training may cut out an undamaged part.
  const bool training = body.part == Split::Train && spec.cropScale < 1;
  const std::int64_t side = spec.imageSize > 0 ? spec.imageSize : kSmall;
  body.stopsTraining = training || !fails(centreSquare(image.header.width, image.header.height), side).empty();
}

std::vector<std::size_t> chosen(std::size_t count, bool whole, std::uint64_t seed) {
  std::vector<std::size_t> order(count);
  for (std::size_t i = 0; i < count; ++i) order[i] = i;
  if (whole || count <= static_cast<std::size_t>(kSampledBodies)) return order;
  PhiloxStream random(seed, 0, kBodyStream);
  for (std::size_t i = 0; i < static_cast<std::size_t>(kSampledBodies); ++i)
    std::swap(order[i], order[i + random.below(static_cast<std::uint32_t>(count - i))]);
  order.resize(static_cast<std::size_t>(kSampledBodies));
  std::sort(order.begin(), order.end());
  return order;
}

}  // namespace

bool nearlyEqual(const PictureLook& a, const PictureLook& b) {
  constexpr int kMostApart = 8;       // grey levels, in any cell
  constexpr int kMostTogether = 384;  // and over all cells: on average one and a half
  if (a.mean < 0 || b.mean < 0) return false;
  int together = 0;
  for (std::size_t i = 0; i < a.grey.size(); ++i) {
    const int apart = std::abs(static_cast<int>(a.grey[i]) - static_cast<int>(b.grey[i]));
    together += apart;
    if (apart > kMostApart || together > kMostTogether) return false;
  }
  return true;
}

void decodeBodies(std::vector<PictureBody>& bodies, bool all, DataPreview& preview, PreviewProgress& progress) {
  const std::vector<std::size_t> order = chosen(bodies.size(), all, preview.spec.seed);
  std::atomic<std::size_t> next{0};
  std::atomic<bool> over{false};
  const auto work = [&] {
    DecodeScratch scratch;
    std::vector<std::uint8_t> pixels;
    for (std::size_t i = next++; i < order.size() && !over.load(std::memory_order_relaxed); i = next++)
      decode(bodies[order[i]], preview.spec, all, pixels, scratch);
  };
  const std::size_t threads = std::min<std::size_t>({order.size() / 16 + 1, kMostThreads, std::max(1u, std::thread::hardware_concurrency())});
  std::vector<std::jthread> workers;
  for (std::size_t i = 0; i < threads; ++i) workers.emplace_back(work);
  while (next.load() < order.size()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (progress.cancelled()) over = true;
    if (over) break;
    if (progress.due()) {
      preview.doing = fmt::format("decoding pictures, {} of {}", std::min(next.load(), order.size()), order.size());
      progress.tell(preview);
    }
  }
  workers.clear();
  preview.decoded = static_cast<std::int64_t>(order.size());
}

void judgeBodies(const std::vector<PictureBody>& bodies, bool all, const std::function<std::string(const std::string&)>& shown,
                 DataPreview& preview) {
  struct Count {
    std::int64_t pictures = 0, broken = 0, stopping = 0;
  };
  std::map<Split, Count> parts;
  std::map<std::pair<Split, std::int32_t>, Count> classes;
  DataFinding broken;
  for (const PictureBody& body : bodies) {
    // Training does not read the pictures for the test.
    if (body.part != Split::Test)
      for (Count* count : {&parts[body.part], &classes[{body.part, body.image.label}]}) {
        ++count->pictures;
        count->broken += !body.problem.empty();
        count->stopping += body.stopsTraining;
      }
    if (body.problem.empty()) continue;
    ++broken.count;
    addExample(broken, shown(body.image.file) + ": " + body.problem);
  }
  if (broken.count == 0) return;
  const double share = preview.spec.maxBadShare;
  const bool tooMany = std::any_of(parts.begin(), parts.end(),
                                   [&](const auto& part) { return part.second.stopping > Quarantine(part.second.pictures, share).most(); });
  // If all pictures of a class are damaged, none can replace the others.
  const bool wholeClass = std::any_of(classes.begin(), classes.end(), [](const auto& one) { return one.second.stopping == one.second.pictures; });
  const char* are = broken.count == 1 ? "is" : "are";
  broken.what = all ? fmt::format("{} of {} pictures {} damaged in the body, which the header does not show", broken.count, preview.decoded, are)
                    : fmt::format("{} of the {} pictures that were decoded {} damaged in the body, which the header does not show", broken.count,
                                  preview.decoded, are);
  const std::string every = all ? "" : "; stepscope-cli data check --whole decodes every picture and counts them";
  if (tooMany || wholeClass) {
    broken.weight = DataFinding::Weight::Stop;
    broken.what +=
        tooMany ? fmt::format(", more than the {:.4g} % that training accepts", 100 * share) : ", and they are all pictures of a class in its part";
    broken.cure = "Repair or remove them, or raise data.max_bad_share" + every;
    if (!tooMany) broken.cure = "Repair or replace them" + every;
  } else {
    broken.weight = DataFinding::Weight::Warning;
    broken.cure = "Repair or remove them; training uses other pictures of the class instead" + every;
  }
  preview.findings.push_back(std::move(broken));
}

}  // namespace stepscope
