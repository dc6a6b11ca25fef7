// Runs a fuzz target without libFuzzer: replays files, then makes mutations of them and of the target's own seeds. Every round follows from
// its number, so --seed N --rounds 1 repeats one. The input under way is kept in a file, for a crash leaves no other word.
//   fuzz_NAME [FILE|FOLDER...] [--rounds N] [--seconds N] [--seed N] [--memory MiB] [--keep FOLDER] [--write-seeds FOLDER]
#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "tests/fuzz/fuzz.h"

namespace fs = std::filesystem;
using namespace stepscope::fuzz;

// The parts of libFuzzer's interface that a target may leave out.
extern "C" __attribute__((weak)) int LLVMFuzzerInitialize(int* argc, char*** argv);
extern "C" __attribute__((weak)) std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t mostBytes, unsigned seed);

namespace {

constexpr unsigned kHangSeconds = 60;                     // a generous end: nothing that a target reads takes a second
constexpr std::size_t kMostBytes = std::size_t{1} << 20;  // of a mutation, unless its seed is larger

Random* mutating = nullptr;  // of the round under way: LLVMFuzzerMutate() has no argument for it

bool isText(std::string_view bytes) {
  return std::none_of(bytes.begin(), bytes.end(), [](char c) { return static_cast<unsigned char>(c) < 9; });
}

struct Options {
  std::vector<std::string> inputs;
  std::int64_t rounds = 0, memoryMiB = 0;
  double seconds = 0;
  std::uint64_t seed = 1;
  std::string keep = ".", writeSeeds;
};

[[noreturn]] void usage(const char* program, const std::string& what) {
  std::fprintf(stderr, "%s\nusage: %s [FILE|FOLDER...] [--rounds N] [--seconds N] [--seed N] [--memory MiB] [--keep FOLDER] [--write-seeds FOLDER]\n",
               what.c_str(), program);
  std::exit(2);
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (!argument.starts_with("--")) {
      options.inputs.push_back(argument);
      continue;
    }
    if (++i == argc) usage(argv[0], argument + " lacks its value");
    const std::string value = argv[i];
    try {
      if (argument == "--rounds") options.rounds = std::stoll(value);
      else if (argument == "--seconds") options.seconds = std::stod(value);
      else if (argument == "--seed") options.seed = std::stoull(value);
      else if (argument == "--memory") options.memoryMiB = std::stoll(value);
      else if (argument == "--keep") options.keep = value;
      else if (argument == "--write-seeds") options.writeSeeds = value;
      else usage(argv[0], argument + " is unknown");
    } catch (const std::logic_error&) {
      usage(argv[0], argument + " cannot be " + value);
    }
  }
  return options;
}

std::vector<std::string> inputsOf(const Options& options, const char* program) {
  std::vector<std::string> files;
  for (const std::string& input : options.inputs) {
    if (fs::is_directory(input)) {
      for (const fs::directory_entry& entry : fs::recursive_directory_iterator(input))
        if (entry.is_regular_file()) files.push_back(entry.path().string());
    } else if (fs::is_regular_file(input)) {
      files.push_back(input);
    } else {
      usage(program, input + " is neither a file nor a folder");
    }
  }
  std::sort(files.begin(), files.end());
  std::vector<std::string> inputs;
  for (const std::string& file : files) inputs.push_back(readFile(file));
  return inputs;
}

// Where the input under way is kept.
class LastInput {
 public:
  LastInput(const fs::path& folder, const char* program) : path_((folder / (fs::path(program).filename().string() + ".last")).string()) {
    fs::create_directories(folder);
  }
  ~LastInput() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  LastInput(const LastInput&) = delete;
  LastInput& operator=(const LastInput&) = delete;

  void keep(const std::string& bytes) const {
    std::ofstream out(path_, std::ios::binary | std::ios::trunc);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

void tellHang(int) {
  constexpr char kText[] = "\nfinding: a hang, one input took longer than a minute\n";
  [[maybe_unused]] const ssize_t written = ::write(2, kText, sizeof kText - 1);
  ::_exit(3);
}

double run(const std::string& input, const LastInput& last) {
  last.keep(input);
  ::alarm(kHangSeconds);
  const auto begin = std::chrono::steady_clock::now();
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
  ::alarm(0);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

std::string mutated(const std::string& whole, std::uint64_t round) {
  Random random(round);
  mutating = &random;
  std::string buffer(std::max(kMostBytes, whole.size()), '\0');
  std::copy(whole.begin(), whole.end(), buffer.begin());
  auto* data = reinterpret_cast<std::uint8_t*>(buffer.data());
  std::size_t size = whole.size();
  const std::size_t damages = 1 + below(random, random() % 4 ? 4 : 64);
  for (std::size_t i = 0; i < damages; ++i)
    size = LLVMFuzzerCustomMutator ? LLVMFuzzerCustomMutator(data, size, buffer.size(), static_cast<unsigned>(random()))
                                   : LLVMFuzzerMutate(data, size, buffer.size());
  mutating = nullptr;
  buffer.resize(size);
  return buffer;
}

}  // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t mostBytes) {
  std::string bytes(textOf(data, size));
  if (isText(bytes)) damageText(bytes, *mutating);
  else damageBytes(bytes, *mutating);
  size = std::min(bytes.size(), mostBytes);
  std::memcpy(data, bytes.data(), size);
  return size;
}

int main(int argc, char** argv) {
  if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
  const Options options = parse(argc, argv);
  std::vector<std::string> pool = seeds();
  for (std::string& input : inputsOf(options, argv[0])) pool.push_back(std::move(input));
  if (pool.empty()) usage(argv[0], "the target has no seed and no file was given");
  if (!options.writeSeeds.empty()) {
    fs::create_directories(options.writeSeeds);
    for (std::size_t i = 0; i < pool.size(); ++i) {
      std::ofstream out(fs::path(options.writeSeeds) / fmt::format("seed_{}", i), std::ios::binary);
      out.write(pool[i].data(), static_cast<std::streamsize>(pool[i].size()));
    }
    return 0;
  }
  if (options.memoryMiB > 0) {
    const rlim_t bytes = static_cast<rlim_t>(options.memoryMiB) << 20;
    const rlimit limit{bytes, bytes};
    if (setrlimit(RLIMIT_DATA, &limit) != 0) usage(argv[0], "the memory cannot be limited");
  }
  ::signal(SIGALRM, tellHang);
  const LastInput last(options.keep, argv[0]);
  std::printf("%s: an input that is found stays in %s\n", fs::path(argv[0]).filename().c_str(), last.path().c_str());
  std::fflush(stdout);

  double slowest = 0;
  for (const std::string& input : pool) slowest = std::max(slowest, run(input, last));
  const auto begin = std::chrono::steady_clock::now();
  std::int64_t rounds = 0;
  while (rounds < options.rounds || std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() < options.seconds) {
    const std::uint64_t round = options.seed + static_cast<std::uint64_t>(rounds++);
    slowest = std::max(slowest, run(mutated(pool[round % pool.size()], round), last));
  }
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  // "PASS   :" is how tests/summary knows an entry of ctest that has checked something.
  std::printf("PASS   : %zu inputs replayed, %lld mutations; the slowest took %.2f s; %ld MiB at most\n", pool.size(), static_cast<long long>(rounds),
              slowest, used.ru_maxrss >> 10);
  return 0;
}
