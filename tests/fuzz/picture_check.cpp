#include "tests/fuzz/picture_check.h"

#include <atomic>
#include <optional>

#include "core/base/error.h"
#include "core/data/images/image_file.h"
#include "tests/fuzz/fuzz.h"

namespace stepscope::fuzz {

namespace {

constexpr std::int64_t kSide = 24;

struct Answer {
  std::optional<std::string> refusal;
  std::vector<std::uint8_t> whole, part;

  bool operator==(const Answer&) const = default;
};

std::vector<std::uint8_t> decoded(const std::string& file, const ImageHeader& header, const Box& box, DecodeScratch& scratch) {
  static const std::atomic<bool> never{false};
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(kSide * kSide * 3));
  decodeImageFile(file, header, box, kSide, kSide, PixelLayout::Planar, pixels.data(), scratch, never);
  return pixels;
}

Answer answerOf(const std::string& file, DecodeScratch& scratch) {
  Answer answer;
  try {
    const ImageHeader header = inspectImageFile(file, scratch);
    const auto width = static_cast<double>(header.width), height = static_cast<double>(header.height);
    answer.whole = decoded(file, header, {0, 0, width, height}, scratch);
    answer.part = decoded(file, header, {width / 3, height / 3, width / 3, height / 3}, scratch);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::Internal) throw;
    answer.refusal = error.what();
  }
  return answer;
}

}  // namespace

void checkPicture(const std::string& name, const std::uint8_t* data, std::size_t size) {
  static DecodeScratch used;  // of every picture before
  const std::string file = writeFile(name, textOf(data, size));
  answered(textOf(data, size), [&] {
    const Answer after = answerOf(file, used);
    const auto fresh = std::make_unique<DecodeScratch>();
    check(after == answerOf(file, *fresh), "a picture depends on what was decoded before it");
    if (after.refusal) throw Error(ErrorKind::Input, "", *after.refusal);
  });
}

}  // namespace stepscope::fuzz
