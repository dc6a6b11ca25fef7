#include "tests/fuzz/fuzz.h"

#include <stdlib.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/base/error.h"

namespace stepscope::fuzz {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kShortestSentence = 20;

[[noreturn]] void found(const std::string& what) {
  std::fprintf(stderr, "\nfinding: %s\n", what.c_str());
  std::abort();
}

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "stepscope_fuzz_XXXXXX").string();
    if (!mkdtemp(name.data())) found("no folder for files can be made in " + fs::temp_directory_path().string());
    path = name;
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string path;
};

}  // namespace

int answered(std::string_view input, const std::function<void()>& read) {
  try {
    read();
  } catch (const Error& error) {
    const std::string sentence = error.what();
    if (error.kind() == ErrorKind::Internal) found("an internal error: " + sentence);
    if (sentence.size() < kShortestSentence) found("a sentence that says nothing: " + sentence);
    // A sentence may quote the input, into which libFuzzer puts words that it has seen compared.
    for (const std::string_view raw : {"_M_range_check", "std::", "basic_string", "bad_alloc", "vector::"})
      if (sentence.find(raw) != std::string::npos && input.find(raw) == std::string_view::npos)
        found("a text of the C++ library as a message: " + sentence);
  } catch (const std::exception& error) {
    found(std::string("an exception that is no Error: ") + error.what());
  }
  return 0;
}

void check(bool ok, const std::string& what) {
  if (!ok) found(what);
}

const std::string& folder() {
  static const Folder made;
  return made.path;
}

std::string writeFile(const std::string& name, std::string_view bytes) {
  const fs::path path = fs::path(folder()) / name;
  fs::create_directories(path.parent_path());
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) found("cannot write " + path.string());
  return path.string();
}

std::string readFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::size_t below(Random& random, std::size_t n) {
  return n == 0 ? 0 : static_cast<std::size_t>(random() % n);
}

void damageBytes(std::string& bytes, Random& random) {
  static constexpr std::array<std::uint64_t, 11> kNumbers{
      0, 1, 0x7F, 0x80, 0xFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, INT64_MAX, UINT64_MAX, std::uint64_t{1} << 63};
  if (bytes.empty()) {
    bytes.push_back(static_cast<char>(random()));
    return;
  }
  const std::size_t at = below(random, bytes.size()), left = bytes.size() - at;
  switch (random() % 8) {
    case 0: bytes[at] = static_cast<char>(random()); break;
    case 1: bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8)); break;
    case 2: {  // a number that is at an edge, in either order of bytes
      const std::uint64_t number = kNumbers[random() % kNumbers.size()];
      const std::size_t width = std::min(left, std::size_t{1} << random() % 4);
      const bool bigEndian = random() % 2;
      for (std::size_t i = 0; i < width; ++i) bytes[at + (bigEndian ? width - 1 - i : i)] = static_cast<char>(number >> (8 * i));
      break;
    }
    case 3: {  // a piece comes from elsewhere
      const std::size_t source = below(random, bytes.size());
      const std::string piece = bytes.substr(source, 1 + below(random, random() % 2 ? 64 : 4096));
      bytes.replace(at, std::min(left, piece.size()), piece.substr(0, left));
      break;
    }
    case 4: {  // a piece stands twice
      const std::string piece = bytes.substr(at, 1 + below(random, random() % 4 ? 64 : 4096));
      bytes.insert(below(random, bytes.size()), piece);
      break;
    }
    case 5: std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), std::min(left, 1 + below(random, 600)), random() % 2 ? '\0' : '\xFF'); break;
    case 6: bytes.erase(at, 1 + below(random, random() % 4 ? 16 : 1024)); break;
    default:
      if (random() % 4 == 0) bytes.resize(at);
      else bytes[at] = static_cast<char>(bytes[at] + (random() % 2 ? 1 : -1));
      break;
  }
}

void damageText(std::string& text, Random& random) {
  static constexpr std::array<const char*, 26> kValues{"9223372036854775807",
                                                       "-9223372036854775808",
                                                       "18446744073709551616",
                                                       "1e300",
                                                       "-1e300",
                                                       "1e-300",
                                                       "NaN",
                                                       "inf",
                                                       "-Infinity",
                                                       "null",
                                                       "\"\"",
                                                       "{}",
                                                       "[]",
                                                       "[[[]]]",
                                                       "-1",
                                                       "0",
                                                       "00",
                                                       "4294967296",
                                                       "true",
                                                       "\"\\ud800\"",
                                                       "\"\\u0000\"",
                                                       "0x10",
                                                       "''",
                                                       "\"",
                                                       "99999999999999999999999999",
                                                       ""};
  static constexpr std::string_view kMarks{"{}[]()\",;:=#'\\\n\r\t\0| .-+", 23};
  const std::size_t at = below(random, text.size());
  switch (random() % 6) {
    case 0: damageBytes(text, random); break;
    case 1: text.insert(at, 1, kMarks[random() % kMarks.size()]); break;
    case 2: {  // a number becomes another value
      const std::size_t from = text.find_first_of("0123456789", at);
      if (from == std::string::npos) break;
      const std::size_t to = std::min(text.find_first_not_of("0123456789.eE+-", from), text.size());
      text.replace(from, to - from, kValues[random() % kValues.size()]);
      break;
    }
    case 3: {  // a word becomes another value
      const std::size_t from = text.find_first_not_of(" \t\r\n,;:=\"", at);
      if (from == std::string::npos) break;
      const std::size_t to = std::min(text.find_first_of(" \t\r\n,;:=\"", from), text.size());
      text.replace(from, to - from, kValues[random() % kValues.size()]);
      break;
    }
    case 4: {  // a line stands elsewhere too
      const std::size_t from = text.find('\n', at);
      if (from == std::string::npos) break;
      const std::string line = text.substr(from, std::min(text.find('\n', from + 1), text.size()) - from);
      text.insert(below(random, text.size()), line);
      break;
    }
    default:  // deep or long
      text.insert(at, std::string(1 + below(random, random() % 8 ? 40 : 20'000), kMarks[random() % kMarks.size()]));
      break;
  }
}

}  // namespace stepscope::fuzz
