#include "profiler/io/object_end.h"

#include <bit>
#include <cstdint>
#include <cstring>

// 0xF8 disables the targets above AVX3, as in the CPU backend: they would add size and gain nothing here.
#define HWY_DISABLED_TARGETS (0xF8LL | HWY_SSE4 | HWY_SSSE3)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "profiler/io/object_end.cpp"
#include <hwy/foreach_target.h>
// Must come after foreach_target.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace stepscope::scan::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

struct Marks {
  std::uint64_t quotes = 0, backslashes = 0, opens = 0, closes = 0;
};

Marks marksOf(const std::uint8_t* block) {
  const hn::CappedTag<std::uint8_t, 64> bytes;
  const std::size_t lanes = hn::Lanes(bytes);
  Marks marks;
  for (std::size_t i = 0; i < 64; i += lanes) {
    const auto text = hn::LoadU(bytes, block + i);
    const auto where = [&](char wanted) {
      std::uint64_t bits = 0;
      std::uint8_t stored[8] = {};
      hn::StoreMaskBits(bytes, hn::Eq(text, hn::Set(bytes, static_cast<std::uint8_t>(wanted))), stored);
      std::memcpy(&bits, stored, 8);
      return bits << i;
    };
    marks.quotes |= where('"');
    marks.backslashes |= where('\\');
    marks.opens |= where('{');
    marks.closes |= where('}');
  }
  return marks;
}

// Quotes and escapes are found as in simdjson ("Parsing gigabytes of JSON per second", Langdale and Lemire 2019, section 3.1).
std::size_t objectEnd(const char* text, std::size_t size) {
  std::uint64_t escapeCarried = 0, insideCarried = 0;
  std::int64_t depth = 0;
  std::uint8_t rest[64];
  for (std::size_t at = 0; at < size; at += 64) {
    const auto* block = reinterpret_cast<const std::uint8_t*>(text + at);
    if (size - at < 64) {
      std::memset(rest, ' ', sizeof rest);
      std::memcpy(rest, block, size - at);
      block = rest;
    }
    const Marks marks = marksOf(block);
    std::uint64_t escaped = escapeCarried;
    if (marks.backslashes != 0) {
      constexpr std::uint64_t kEven = 0x5555555555555555u;
      const std::uint64_t backslashes = marks.backslashes & ~escapeCarried;
      const std::uint64_t followsEscape = backslashes << 1 | escapeCarried;
      const std::uint64_t oddStarts = backslashes & ~kEven & ~followsEscape;
      const std::uint64_t evenSequences = oddStarts + backslashes;
      escapeCarried = evenSequences < oddStarts ? 1 : 0;
      escaped = (kEven ^ (evenSequences << 1)) & followsEscape;
    } else {
      escapeCarried = 0;
    }
    std::uint64_t inside = marks.quotes & ~escaped;  // becomes: from an opening quote up to before the closing one
    for (int shift = 1; shift < 64; shift *= 2) inside ^= inside << shift;
    inside ^= insideCarried;
    insideCarried = static_cast<std::uint64_t>(static_cast<std::int64_t>(inside) >> 63);
    std::uint64_t closes = marks.closes & ~inside;
    const std::uint64_t opens = marks.opens & ~inside;
    // The object cannot end in this block while fewer braces close than are open.
    if (std::popcount(closes) < depth) {
      depth += std::popcount(opens) - std::popcount(closes);
      continue;
    }
    for (std::uint64_t braces = opens | closes; braces != 0; braces &= braces - 1) {
      const std::uint64_t brace = braces & (~braces + 1);
      if (opens & brace) {
        ++depth;
      } else if (--depth == 0) {
        return at + static_cast<std::size_t>(std::countr_zero(brace)) + 1;
      }
    }
  }
  return static_cast<std::size_t>(-1);
}

}  // namespace stepscope::scan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope {
namespace scan {
HWY_EXPORT(objectEnd);
}

std::size_t objectEnd(std::string_view text) {
  return HWY_DYNAMIC_DISPATCH(scan::objectEnd)(text.data(), text.size());
}

}  // namespace stepscope
#endif
