#include "core/base/crc32c.h"

#include <array>
#include <cstddef>
#include <cstring>

namespace stepscope {
namespace {

constexpr std::uint32_t kPolynomial = 0x82f63b78u;

constexpr std::array<std::uint32_t, 256> makeTable() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (crc & 1 ? kPolynomial : 0);
    table[i] = crc;
  }
  return table;
}

std::uint32_t byTable(std::uint32_t crc, std::string_view bytes) {
  static constexpr auto table = makeTable();
  for (const char c : bytes) crc = (crc >> 8) ^ table[(crc ^ static_cast<unsigned char>(c)) & 0xff];
  return crc;
}

__attribute__((target("sse4.2"))) std::uint32_t byInstruction(std::uint32_t crc, std::string_view bytes) {
  std::uint64_t wide = crc;
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    std::uint64_t eight;
    std::memcpy(&eight, bytes.data() + i, 8);
    wide = __builtin_ia32_crc32di(wide, eight);
  }
  crc = static_cast<std::uint32_t>(wide);
  for (; i < bytes.size(); ++i) crc = __builtin_ia32_crc32qi(crc, static_cast<unsigned char>(bytes[i]));
  return crc;
}

}  // namespace

std::uint32_t crc32c(std::string_view bytes) {
  static const bool instruction = __builtin_cpu_supports("sse4.2");
  return ~(instruction ? byInstruction(~0u, bytes) : byTable(~0u, bytes));
}

}  // namespace stepscope
