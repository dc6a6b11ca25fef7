// How fast a trace opens and what memory that takes: bench_trace FILE [--json] [--compare] [--cancel]
// MB/s counts the text, so that a packed file is comparable with a plain one. --compare runs the same text through simdjson alone (whole
// file, on demand, sum of the durations) and through Python's json. --cancel opens it again ten times, cancels after 5, 15, ... 95 % of the
// time that opening takes, and tells the longest time from that moment to the end.
#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <string>
#include <vector>

#include "core/base/clock.h"
#include "profiler/io/import.h"
#include "profiler/io/text_source.h"

namespace {

using namespace stepscope;

std::int64_t peakBytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == "VmHWM:") {
      std::int64_t kibibytes = 0;
      status >> kibibytes;
      return kibibytes * 1024;
    }
  return 0;
}

std::uint64_t textBytes(const std::string& path) {
  TextSource source(path);
  if (!source.gzip()) return source.fileBytes();
  std::vector<char> buffer(std::size_t{1} << 20);
  std::uint64_t bytes = 0;
  for (std::size_t got = 0; (got = source.read(buffer)) > 0;) bytes += got;
  return bytes;
}

// With the whole text in memory, as simdjson wants it. Much of its time can go into first touching that memory, so parsing is told apart.
struct SimdjsonTime {
  double whole = 0, parsing = 0;  // seconds
};
SimdjsonTime simdjsonSeconds(const std::string& path) {
  const std::int64_t begin = nowNs();
  TextSource source(path);
  std::string text;
  std::vector<char> buffer(std::size_t{1} << 20);
  for (std::size_t got = 0; (got = source.read(buffer)) > 0;) text.append(buffer.data(), got);
  const simdjson::padded_string padded(text);
  const std::int64_t loaded = nowNs();
  simdjson::ondemand::parser parser;
  simdjson::ondemand::document document;
  simdjson::ondemand::array events;
  double sum = 0;
  if (parser.iterate(padded).get(document) != simdjson::SUCCESS || document["traceEvents"].get_array().get(events) != simdjson::SUCCESS) return {};
  for (auto event : events) {
    double duration = 0;
    if (event["dur"].get_double().get(duration) == simdjson::SUCCESS) sum += duration;
  }
  if (!(sum >= 0)) return {};
  const std::int64_t end = nowNs();
  return {static_cast<double>(end - begin) * 1e-9, static_cast<double>(end - loaded) * 1e-9};
}

double pythonSeconds(const std::string& path) {
  const std::string quoted = "'" + path + "'";
  const std::string command =
      "python3 -c \"import json,gzip,sys,time;t=time.time();p=sys.argv[1];f=gzip.open(p,'rb') if open(p,'rb').read(2)==b'\\x1f\\x8b' else "
      "open(p,'rb');d=json.load(f);sum(e.get('dur',0) for e in d['traceEvents']);print(time.time()-t)\" " +
      quoted;
  FILE* pipe = ::popen(command.c_str(), "r");
  double seconds = 0;
  if (!pipe) return 0;
  if (std::fscanf(pipe, "%lf", &seconds) != 1) seconds = 0;
  ::pclose(pipe);
  return seconds;
}

double longestCancelMs(const std::string& path, double seconds) {
  double longest = 0;
  for (int i = 0; i < 10; ++i) {
    const std::int64_t wanted = nowNs() + static_cast<std::int64_t>(seconds * 1e9 * (0.05 + 0.1 * i));
    ImportOptions options;
    options.progress = [&](const ImportProgress&) { return nowNs() < wanted; };
    if (!importTrace(path, options)) longest = std::max(longest, static_cast<double>(nowNs() - wanted) * 1e-6);
  }
  return longest;
}

}  // namespace

int main(int argc, char** argv) {
  std::string path;
  bool json = false, compare = false, cancel = false;
  for (int i = 1; i < argc; ++i) {
    if (!std::strcmp(argv[i], "--json")) json = true;
    else if (!std::strcmp(argv[i], "--compare")) compare = true;
    else if (!std::strcmp(argv[i], "--cancel")) cancel = true;
    else path = argv[i];
  }
  if (path.empty()) {
    std::fputs("bench_trace FILE [--json] [--compare] [--cancel]\n", stderr);
    return 2;
  }
  try {
    const std::int64_t begin = nowNs();
    const std::optional<Trace> trace = importTrace(path);
    const double seconds = static_cast<double>(nowNs() - begin) * 1e-9;
    const std::int64_t peak = peakBytes();
    const auto megabytes = static_cast<double>(textBytes(path)) * 1e-6;
    const auto events = static_cast<double>(trace->events);
    const double resident = static_cast<double>(trace->residentBytes()) / std::max(1.0, events);
    const double perSecond = megabytes / seconds;
    if (json)
      fmt::print(
          "{{\"mb_per_second\": {:.1f}, \"peak_rss_bytes\": {}, \"events\": {}, \"seconds\": {:.3f}, \"text_bytes\": {:.0f}, "
          "\"resident_bytes_per_event\": {:.1f}",
          perSecond, peak, trace->events, seconds, megabytes * 1e6, resident);
    else
      fmt::print("{:.0f} MB of text, {} events in {:.3f} s: {:.0f} MB/s, peak {:.0f} MB, {:.1f} resident bytes an event\n", megabytes, trace->events,
                 seconds, perSecond, static_cast<double>(peak) * 1e-6, resident);
    if (compare) {
      const SimdjsonTime alone = simdjsonSeconds(path);
      const double python = pythonSeconds(path);
      if (json)
        fmt::print(
            ", \"simdjson_seconds\": {:.3f}, \"simdjson_parsing_seconds\": {:.3f}, \"simdjson_ratio\": {:.2f}, \"python_seconds\": {:.3f}, "
            "\"python_ratio\": {:.2f}",
            alone.whole, alone.parsing, alone.whole / seconds, python, python / seconds);
      else
        fmt::print(
            "simdjson alone {:.3f} s ({:.2f} times our time), {:.3f} s of it parsing ({:.2f} times), Python's json {:.3f} s ({:.1f} "
            "times)\n",
            alone.whole, alone.whole / seconds, alone.parsing, alone.parsing / seconds, python, python / seconds);
    }
    if (cancel) {
      const double longest = longestCancelMs(path, seconds);
      if (json) fmt::print(", \"cancel_ms\": {:.0f}", longest);
      else fmt::print("cancelled at ten moments, each time within {:.0f} ms\n", longest);
    }
    if (json) fmt::print("}}\n");
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_trace: %s\n", error.what());
    return 1;
  }
}
