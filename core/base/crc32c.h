// CRC-32C (Castagnoli; reflected polynomial 0x82F63B78), and the mask that TFRecord files apply to it. Uses the processor's instruction if there is
// one (SSE 4.2).
#pragma once

#include <cstdint>
#include <string_view>

namespace stepscope {

std::uint32_t crc32c(std::string_view bytes);

// As in TensorFlow's lib/hash/crc32c.h: for a CRC that is stored beside bytes that contain CRCs themselves.
constexpr std::uint32_t maskedCrc(std::uint32_t crc) {
  return ((crc >> 15) | (crc << 17)) + 0xa282ead8u;
}

}  // namespace stepscope
