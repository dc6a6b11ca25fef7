#include "core/data/gz_file.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <filesystem>
#include <new>

#include "core/base/cancelled.h"
#include "core/base/error.h"
#include "core/data/text_encoding.h"

namespace stepscope {

namespace fs = std::filesystem;

namespace {

gzFile handleOf(void* file) {
  return static_cast<gzFile>(file);
}

[[noreturn]] void throwCutOff(const std::string& file) {
  throw Error(ErrorKind::Input, file, "is damaged (the compressed data end too early)", kDownloadAgain);
}

}  // namespace

GzFile::GzFile(const std::string& file) : name_(file), file_(gzopen(file.c_str(), "rb")) {
  if (!file_) throw Error(ErrorKind::Input, file, "cannot be opened", "Check that the file is there and may be read");
  gzbuffer(handleOf(file_), 1 << 17);
}

GzFile::~GzFile() {
  gzclose_r(handleOf(file_));
}

std::size_t GzFile::read(std::uint8_t* out, std::size_t bytes) {
  std::size_t done = 0;
  while (done < bytes) {
    const auto part = static_cast<unsigned>(std::min<std::size_t>(bytes - done, std::size_t{1} << 20));
    const int got = gzread(handleOf(file_), out + done, part);
    if (got < 0) {
      int code = 0;
      gzerror(handleOf(file_), &code);
      if (code == Z_BUF_ERROR) throwCutOff(name_);
      throw Error(ErrorKind::Input, name_, "is damaged: its compressed data make no sense", kDownloadAgain);
    }
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

bool GzFile::cutOff() {
  int code = 0;
  gzerror(handleOf(file_), &code);
  return code == Z_BUF_ERROR;
}

ReadText readTextFile(const std::string& file, std::int64_t mostBytes, const std::string& encoding, const std::atomic<bool>* cancel) {
  std::error_code failed;
  const fs::file_status status = fs::status(file, failed);
  if (!fs::exists(status)) throw Error(ErrorKind::Input, file, "the file does not exist", "Put it there, or set data.path to where it is");
  if (fs::is_directory(status)) throw Error(ErrorKind::Input, file, "is a folder, but the data are one file", "Set data.path to the file itself");
  if (fs::is_regular_file(status) && fs::file_size(file, failed) == 0)
    throw Error(ErrorKind::Input, file, "is empty", "Use a file with text in it, or download it again");
  GzFile in(file);
  std::string text;
  try {
    for (std::size_t filled = 0;;) {
      throwIfCancelled(cancel);
      const std::size_t want = std::clamp<std::size_t>(filled, std::size_t{1} << 16, std::size_t{1} << 23);
      text.resize(filled + want);
      const std::size_t got = in.read(reinterpret_cast<std::uint8_t*>(text.data()) + filled, want);
      filled += got;
      if (static_cast<std::int64_t>(filled) > mostBytes)
        throw Error(ErrorKind::Input, file, fmt::format("holds more than {} MiB", mostBytes >> 20), "Use a part of it");
      if (got < want) {
        text.resize(filled);
        break;
      }
    }
  } catch (const std::bad_alloc&) {
    throw Error(ErrorKind::Resource, file, "there is not enough memory to read it", "Use a part of it");
  }
  if (in.cutOff()) throwCutOff(file);
  ReadText read;
  read.encoding = encoding == "auto" ? encodingOf(text) : encoding;
  if (read.encoding.empty() && text.find('\0') == std::string::npos) throwNotUtf8(text, file);
  if (!read.encoding.empty()) text = toUtf8(std::move(text), read.encoding, file);
  if (text.empty()) throw Error(ErrorKind::Input, file, "holds no text", "Use a file with text in it, or download it again");
  read.text = std::move(text);
  return read;
}

TextHead readTextHead(const std::string& file, std::size_t bytes, const std::string& encoding) {
  GzFile in(file);
  TextHead head;
  head.text.resize(bytes);
  head.text.resize(in.read(reinterpret_cast<std::uint8_t*>(head.text.data()), bytes));
  head.whole = head.text.size() < bytes;
  head.encoding = encoding == "auto" ? encodingOf(head.text, !head.whole) : encoding;
  if (!head.encoding.empty()) head.text = toUtf8(std::move(head.text), head.encoding, file, !head.whole);
  return head;
}

}  // namespace stepscope
