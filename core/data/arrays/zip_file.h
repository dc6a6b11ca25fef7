// Reads the members of a Zip archive (PKWARE's APPNOTE 6.3), as NumPy writes them: stored or deflated, with or without Zip64. Names are only
// compared, never used as paths.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace stepscope {

struct ZipEntry {
  std::string name;
  std::uint16_t method = 0;  // 0 stored, 8 deflated
  std::uint32_t crc = 0;
  std::int64_t packed = 0, bytes = 0;  // bytes in the file; bytes after unpacking
  std::int64_t at = 0;                 // where its local header begins
};

// The members listed in the central directory. Throws Error (Input) naming the file if it is not a Zip archive, is cut off, or its entries do not fit
// into it.
std::vector<ZipEntry> zipEntries(const std::string& file);

// Unpacks one member. Its size is checked against the file before memory is taken, and its checksum afterwards. Throws Error (Input) naming the file,
// and Cancelled soon after `cancel` became true.
std::vector<std::uint8_t> readZipEntry(const std::string& file, const ZipEntry& entry, const std::atomic<bool>* cancel = nullptr);

}  // namespace stepscope
