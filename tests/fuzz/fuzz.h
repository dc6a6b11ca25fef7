// A fuzz target is one source that defines LLVMFuzzerTestOneInput(), the entry of libFuzzer, and seeds(). With the preset "fuzz" (clang) it
// is linked with libFuzzer; everywhere it is linked with driver.cpp, which replays files and makes seeded mutations without coverage. A
// format with checksums defines LLVMFuzzerCustomMutator() too: it calls LLVMFuzzerMutate() and sets the checksums right again, so that the
// damage reaches what comes after the check.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
// Changes `data` in place, to at most `mostBytes`; returns the new size. Of libFuzzer, or of driver.cpp.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t mostBytes);

namespace stepscope::fuzz {

// Small sound inputs, made in code by the target.
std::vector<std::string> seeds();

// Runs `read`. An Error of the user's kind, with a sentence, is an answer. Any other exception, an internal error and a text of the C++
// library in a sentence, which the input does not hold itself, are findings: it tells them and aborts. Returns 0, what
// LLVMFuzzerTestOneInput() has to return.
int answered(std::string_view input, const std::function<void()>& read);

// A promise that the target checks; a broken one is a finding.
void check(bool ok, const std::string& what);

// A folder of this process, removed at its end; and a file in it.
const std::string& folder();
std::string writeFile(const std::string& name, std::string_view bytes);

std::string readFile(const std::string& path);

inline std::string_view textOf(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// One damage each, at a place and of a kind that `random` draws.
using Random = std::mt19937_64;
std::size_t below(Random& random, std::size_t n);  // 0 for n = 0
void damageBytes(std::string& bytes, Random& random);
void damageText(std::string& text, Random& random);

}  // namespace stepscope::fuzz
