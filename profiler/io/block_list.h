// A list that grows without moving its elements, and returns its pages to the system as soon as it is freed: the peak memory of an import is what is
// in use, not what the heap would keep.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace stepscope {

template <typename T>
class BlockList {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  BlockList() = default;
  ~BlockList() { clear(); }
  BlockList(BlockList&& other) noexcept : blocks_(std::move(other.blocks_)), size_(std::exchange(other.size_, 0)) { other.blocks_.clear(); }
  BlockList& operator=(BlockList&& other) noexcept {
    std::swap(blocks_, other.blocks_);
    std::swap(size_, other.size_);
    return *this;
  }
  BlockList(const BlockList&) = delete;
  BlockList& operator=(const BlockList&) = delete;

  void push_back(const T& value) {
    if (size_ == blocks_.size() * kBlock) grow();
    blocks_.back()[size_++ % kBlock] = value;
  }
  T& operator[](std::size_t i) { return blocks_[i / kBlock][i % kBlock]; }
  const T& operator[](std::size_t i) const { return blocks_[i / kBlock][i % kBlock]; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  void clear() {
    for (T* block : blocks_) ::munmap(block, kBytes);
    blocks_.clear();
    blocks_.shrink_to_fit();
    size_ = 0;
  }

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 15;
  static constexpr std::size_t kBytes = kBlock * sizeof(T);

  void grow() {
    blocks_.reserve(blocks_.size() + 1);
    void* block = ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (block == MAP_FAILED) throw std::bad_alloc();
    blocks_.push_back(static_cast<T*>(block));
  }

  std::vector<T*> blocks_;
  std::size_t size_ = 0;
};

}  // namespace stepscope
