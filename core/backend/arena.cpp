// Memory of a program: one anonymous mapping. So it is zeroed, takes physical memory only when touched, and is returned to the system at once.
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <thread>
#include <vector>

#include "core/backend/backend.h"
#include "core/base/error.h"
#include "core/base/machine_limits.h"
#include "core/base/units.h"

namespace stepscope {
namespace {

constexpr std::int64_t kHugePage = std::int64_t{2} << 20;

[[noreturn]] void outOfMemory(std::int64_t bytes, const std::string& why) {
  throw Error(ErrorKind::Resource, "memory", fmt::format("the training step needs {}, but {}", text::bytes(static_cast<double>(bytes)), why),
              "Choose a smaller batch, or close programs that hold memory");
}

}  // namespace

std::int64_t Arena::roundedToPages(std::int64_t bytes) {
  return (bytes + kHugePage - 1) / kHugePage * kHugePage;
}

Arena::Arena(std::int64_t bytes) : bytes_(bytes) {
  require(bytes >= 0, "an arena was asked for a negative size");
  if (bytes == 0) return;
  // The system also grants memory that it does not have, and kills the program when that is touched, so the free memory is checked first.
  const std::int64_t available = availableMemoryBytes();
  if (available > 0 && bytes > available) outOfMemory(bytes, fmt::format("{} is free", text::bytes(static_cast<double>(available))));
  // Maps one huge page more, so that the arena can start at a huge page; the unused parts at both ends are unmapped.
  const std::int64_t length = roundedToPages(bytes), reserved = length + kHugePage;
  void* mapped = mmap(nullptr, static_cast<std::size_t>(reserved), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) outOfMemory(bytes, fmt::format("the system refused it ({})", std::strerror(errno)));
  auto* const begin = static_cast<std::byte*>(mapped);
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const auto skip = static_cast<std::size_t>(-address & static_cast<std::uintptr_t>(kHugePage - 1));
  if (skip > 0) munmap(begin, skip);
  const std::size_t left = static_cast<std::size_t>(reserved - length) - skip;
  if (left > 0) munmap(begin + skip + length, left);
  data_ = begin + skip;
  // Huge pages: fewer page faults and address translations. If the system refuses, only speed is lost.
  madvise(data_, static_cast<std::size_t>(length), MADV_HUGEPAGE);
}

Arena::Arena(std::byte* data, std::int64_t bytes, std::function<void(std::byte*)> release)
    : data_(data), bytes_(bytes), release_(std::move(release)) {
  require(bytes >= 0, "an arena was given a negative size");
}

void Arena::touch(int threads, const std::atomic<bool>& cancel) const {
  if (release_) return;
  constexpr std::int64_t kPart = std::int64_t{4} << 20, kPage = 4096;
  std::atomic<std::int64_t> next{0};
  const auto work = [&] {
    for (std::int64_t at = 0; !cancel && (at = next.fetch_add(kPart)) < bytes_;)
      for (std::int64_t page = at; page < std::min(at + kPart, bytes_); page += kPage) {
        auto* const byte = reinterpret_cast<volatile char*>(data_ + page);
        *byte = *byte;
      }
  };
  std::vector<std::thread> team;
  for (int thread = 1; thread < threads; ++thread) team.emplace_back(work);
  work();
  for (std::thread& thread : team) thread.join();
  if (cancel) throw Cancelled{};
}

std::int64_t Arena::residentBytes() const {
  if (release_) return bytes_;
  const std::int64_t length = roundedToPages(bytes_), page = sysconf(_SC_PAGESIZE);
  if (length == 0) return 0;
  std::vector<unsigned char> pages(static_cast<std::size_t>((length + page - 1) / page));
  if (mincore(data_, static_cast<std::size_t>(length), pages.data()) != 0) return 0;
  return page * std::count_if(pages.begin(), pages.end(), [](unsigned char state) { return (state & 1) != 0; });
}

Arena::~Arena() {
  if (release_) {
    release_(data_);
  } else if (data_ != nullptr) {
    munmap(data_, static_cast<std::size_t>(roundedToPages(bytes_)));
  }
}

}  // namespace stepscope
