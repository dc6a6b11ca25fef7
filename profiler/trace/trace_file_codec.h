// The encoding of numbers, texts and columns in a trace file. Used in this folder only.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace stepscope::trace_file {

static_assert(std::endian::native == std::endian::little, "the file holds the bytes as they are in memory");

class Writer {
 public:
  template <typename T>
  void put(T value) {
    bytes(&value, sizeof value);
  }
  void text(std::string_view text) {
    put(static_cast<std::uint32_t>(text.size()));
    bytes(text.data(), text.size());
  }
  // Each value minus the smallest one, in 1, 2, 4 or 8 bytes. Never 0 bytes: every count must have bytes in the file, or a small damaged file could
  // make the reader allocate any amount of memory.
  template <typename T>
  void column(const std::vector<T>& values) {
    std::int64_t low = 0, high = 0;
    if (!values.empty()) {
      const auto [min, max] = std::minmax_element(values.begin(), values.end());
      low = static_cast<std::int64_t>(*min);
      high = static_cast<std::int64_t>(*max);
    }
    const std::uint64_t range = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    const std::uint8_t width = range >> 32 ? 8 : range >> 16 ? 4 : range >> 8 ? 2 : 1;
    put(low);
    put(width);
    for (const T value : values) {
      const std::uint64_t offset = static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) - static_cast<std::uint64_t>(low);
      bytes(&offset, width);
    }
  }
  // A sorted column as differences, which need fewer bytes.
  void sortedColumn(std::vector<std::int64_t> values, std::int64_t origin) {
    for (std::int64_t& value : values) origin += value = value - origin;
    column(values);
  }
  // The same functions as a Reader has, so that one description of a structure works for both.
  template <typename... T>
  void all(const T&... values) {
    (one(values), ...);
  }
  template <typename T>
  void upTo(T value, T) {
    put(value);
  }
  std::size_t counted(std::size_t count, std::size_t) {
    put(static_cast<std::uint64_t>(count));
    return count;
  }
  template <typename T, typename F>
  void list(const std::vector<T>& items, std::size_t, const F& describe) {
    counted(items.size(), 0);
    for (const T& item : items) describe(item);
  }
  template <typename... T>
  void columns(std::size_t, const std::vector<T>&... values) {
    (column(values), ...);
  }
  void sorted(const std::vector<std::int64_t>& values, std::size_t, std::int64_t origin) { sortedColumn(values, origin); }
  void numbers(const std::vector<double>& values, std::size_t) {
    for (const double value : values) put(value);
  }
  void check(bool) const {}

  void bytes(const void* data, std::size_t count) {
    const char* from = static_cast<const char*>(data);
    buffer_.insert(buffer_.end(), from, from + count);
  }
  const std::vector<char>& buffer() const { return buffer_; }

 private:
  void one(const std::string& value) { text(value); }
  template <typename T>
  void one(T value) {
    put(value);
  }

  std::vector<char> buffer_;
};

class Reader {
 public:
  // `between` is called before every column, with the number of bytes read so far; it may throw.
  using Between = std::function<void(std::size_t)>;
  Reader(std::span<const char> bytes, const std::string& path, Between between = {})
      : rest_(bytes), whole_(bytes.size()), path_(path), between_(std::move(between)) {}

  template <typename T>
  T get() {
    T value;
    std::memcpy(&value, take(sizeof value), sizeof value);
    return value;
  }
  std::string text() {
    const auto size = get<std::uint32_t>();
    return std::string(take(size), size);
  }
  // A number of items, where each item takes at least `bytesEach` bytes of the file.
  std::size_t count(std::size_t bytesEach) {
    const auto n = get<std::uint64_t>();
    if (n > rest_.size() / bytesEach) damaged();
    return static_cast<std::size_t>(n);
  }
  template <typename T>
  std::vector<T> column(std::size_t n) {
    if (between_) between_(position());
    const auto low = get<std::int64_t>();
    const auto width = get<std::uint8_t>();
    if (width != 1 && width != 2 && width != 4 && width != 8) damaged();
    if (n > rest_.size() / width) damaged();
    const char* from = take(n * width);
    std::vector<T> values(n);
    for (T& value : values) {
      std::uint64_t offset = 0;
      std::memcpy(&offset, from, width);
      from += width;
      value = static_cast<T>(static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + offset));
    }
    return values;
  }
  std::vector<std::int64_t> sortedColumn(std::size_t n, std::int64_t origin) {
    std::vector<std::int64_t> values = column<std::int64_t>(n);
    for (std::int64_t& value : values)
      if (value < 0 || __builtin_add_overflow(origin, value, &origin)) damaged();
      else value = origin;
    return values;
  }
  template <typename... T>
  void all(T&... values) {
    (one(values), ...);
  }
  // An enumerator, checked against the last one.
  template <typename T>
  void upTo(T& value, T last) {
    const auto byte = get<std::uint8_t>();
    check(byte <= static_cast<std::uint8_t>(last));
    value = static_cast<T>(byte);
  }
  std::size_t counted(std::size_t, std::size_t bytesEach) { return count(bytesEach); }
  template <typename T, typename F>
  void list(std::vector<T>& items, std::size_t bytesEach, const F& describe) {
    items.clear();
    for (std::size_t n = count(bytesEach); n > 0; --n) describe(items.emplace_back());
  }
  template <typename... T>
  void columns(std::size_t n, std::vector<T>&... values) {
    ((values = column<T>(n)), ...);
  }
  void sorted(std::vector<std::int64_t>& values, std::size_t n, std::int64_t origin) { values = sortedColumn(n, origin); }
  void numbers(std::vector<double>& values, std::size_t n) {
    values.resize(n);
    for (double& value : values) value = get<double>();
  }
  void check(bool ok) const {
    if (!ok) damaged();
  }
  bool atEnd() const { return rest_.empty(); }
  std::size_t position() const { return whole_ - rest_.size(); }
  std::string_view bytes(std::size_t count) { return {take(count), count}; }
  [[noreturn]] void damaged() const { throw Error(ErrorKind::Input, path_, "the captured trace is damaged or cut short", "Capture the steps again"); }

 private:
  void one(std::string& value) { value = text(); }
  void one(bool& value) { value = get<std::uint8_t>() != 0; }
  template <typename T>
  void one(T& value) {
    value = get<T>();
  }
  const char* take(std::size_t bytes) {
    if (bytes > rest_.size()) damaged();
    const char* at = rest_.data();
    rest_ = rest_.subspan(bytes);
    return at;
  }
  std::span<const char> rest_;
  std::size_t whole_;
  const std::string& path_;
  Between between_;
};

}  // namespace stepscope::trace_file
