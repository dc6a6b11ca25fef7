// The members of a tar archive (POSIX ustar and pax, GNU long names), in their order. The archive is treated as untrusted; nothing is unpacked.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "core/data/records/shard_file.h"

namespace stepscope {

struct TarMember {
  std::string name;
  std::int64_t begin = 0, bytes = 0;  // in the file, or in what it unpacks to
};

// Calls each(member) for every file of the archive, until it returns false. each() may read at most member.bytes from `in`. Folders, links and
// devices are skipped. Throws Error (Input) naming the file if it is not a tar archive, is damaged or is cut off.
void readTar(ShardFile& in, const std::string& file, const std::function<bool(const TarMember&)>& each);

// Whether these first bytes, at least 512, are those of a tar archive.
bool beginsAsTar(std::string_view bytes);

}  // namespace stepscope
