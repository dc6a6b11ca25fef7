// Reads numbers from the bytes of an untrusted image file.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/data/images/image.h"

namespace stepscope {

// Little-endian numbers at any position. Throws Error (Input) naming the file if the bytes end before.
struct LittleEndian {
  std::span<const std::uint8_t> bytes;
  const std::string& file;

  std::uint8_t u8(std::size_t at) const {
    if (at >= bytes.size()) throwDamaged(file, kEndsEarly);
    return bytes[at];
  }
  std::uint32_t u16(std::size_t at) const { return u8(at) | std::uint32_t{u8(at + 1)} << 8; }
  std::uint32_t u32(std::size_t at) const { return u16(at) | u16(at + 2) << 16; }
};

}  // namespace stepscope
