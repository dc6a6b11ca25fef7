// Damages traces and opens them as a user would: import, analyses, both exports and back, arguments, the drawing of the timeline. Run it in
// a build with sanitizers (preset asan). No test, since it runs as long as it is told; what it finds becomes a case of a test.
//   fuzz_trace FILE... [--seconds N] [--seed N] [--keep FOLDER]
// Every round has a number, from which all of it follows: --seed N --seconds 0 repeats one. Stops at the first finding, with the damaged
// file in FOLDER.
#include <zlib.h>

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QFile>
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "profiler/analysis/busy_time.h"
#include "profiler/analysis/range_statistics.h"
#include "profiler/analysis/span_facts.h"
#include "profiler/analysis/step_breakdown.h"
#include "profiler/io/chrome_arguments.h"
#include "profiler/io/export.h"
#include "profiler/io/import.h"
#include "profiler/trace/trace_file.h"
#include "views/common/theme.h"
#include "views/timeline/timeline_canvas.h"
// Above Qt.
#include "tests/trace_io/trace_files.h"

using namespace stepscope;

namespace {

constexpr double kSlowest = 60;                            // seconds that a round may take under sanitizers before it counts as a hang
constexpr std::size_t kLargest = std::size_t{24} << 20;    // bytes of a damaged file
constexpr std::size_t kRecordingHeader = 24, kCrcAt = 12;  // of an .sstrace: magic, version, CRC-32 of the rest, its size
constexpr std::size_t kSizeAt = 16;

using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t n) {
  return n == 0 ? 0 : static_cast<std::size_t>(random() % n);
}

std::string readFile(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return {};
  const QByteArray bytes = file.readAll();
  return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

std::string unpacked(const std::string& bytes) {
  if (bytes.size() < 2 || bytes[0] != '\x1F' || bytes[1] != '\x8B') return bytes;
  std::string text;
  z_stream stream{};
  inflateInit2(&stream, 15 + 16);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::vector<char> block(std::size_t{1} << 20);
  int code = Z_OK;
  while (code == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(block.data());
    stream.avail_out = static_cast<uInt>(block.size());
    code = inflate(&stream, Z_NO_FLUSH);
    text.append(block.data(), block.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  return text;
}

bool isRecording(const std::string& text) {
  return text.starts_with("SSTRACE\n");
}
bool isSqlite(const std::string& text) {
  return text.starts_with("SQLite format 3");
}

// The checks of a recording are set right again, so that the damage reaches what lies behind them.
void signRecording(std::string& text) {
  if (text.size() < kRecordingHeader) return;
  const auto crc = static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(text.data()) + kRecordingHeader, text.size() - kRecordingHeader));
  const std::uint64_t size = text.size() - kRecordingHeader;
  std::memcpy(text.data() + kCrcAt, &crc, sizeof crc);
  std::memcpy(text.data() + kSizeAt, &size, sizeof size);
}

void damageJson(std::string& text, Random& random) {
  static const char* const kValues[] = {"9223372036854775.807",
                                        "-9223372036854775.807",
                                        "1e300",
                                        "NaN",
                                        "-Infinity",
                                        "N/A",
                                        "null",
                                        "\"\"",
                                        "{}",
                                        "[[[]]]",
                                        "-1",
                                        "0",
                                        "4294967296",
                                        "18446744073709551615",
                                        "1e-300",
                                        "true",
                                        "\"\\ud800\"",
                                        "\"\\u0000\"",
                                        "9.3e15",
                                        "-9.3e15",
                                        "99999999999999999999999999"};
  static const char* const kPhases[] = {"B", "E", "b", "e", "n", "s", "t", "f", "C", "M", "i", "I", "R", "P", "X", "S", "F", "", "\\"};
  const std::size_t at = below(random, text.size());
  switch (random() % 9) {
    case 0:
      text[at] = static_cast<char>(random());
      break;
    case 1:
      text[at] = "{}[]\",:\\\n\t\0 "[random() % 12];
      break;
    case 2: {  // a number becomes another value
      const std::size_t from = text.find_first_of("0123456789", at);
      if (from == std::string::npos) break;
      const std::size_t to = std::min(text.find_first_not_of("0123456789.eE+-", from), text.size());
      text.replace(from, to - from, kValues[random() % std::size(kValues)]);
      break;
    }
    case 3: {  // an event of another phase
      const std::size_t phase = text.find("\"ph\"", at);
      const std::size_t from = phase == std::string::npos ? phase : text.find('"', phase + 4);
      const std::size_t to = from == std::string::npos ? from : text.find('"', from + 1);
      if (to == std::string::npos) break;
      text.replace(from + 1, to - from - 1, kPhases[random() % std::size(kPhases)]);
      break;
    }
    case 4: {  // something is missing
      text.erase(at, 1 + below(random, random() % 4 ? 40 : 4000));
      break;
    }
    case 5: {  // something stands twice, elsewhere
      const std::string part = text.substr(at, 1 + below(random, random() % 4 ? 400 : 40'000));
      text.insert(below(random, text.size()), part);
      break;
    }
    case 6: {  // a value becomes another, with its key
      const std::size_t colon = text.find(':', at);
      if (colon == std::string::npos) break;
      const std::size_t to = std::min(text.find_first_of(",}", colon), text.size());
      text.replace(colon + 1, to - colon - 1, kValues[random() % std::size(kValues)]);
      break;
    }
    case 7: {  // keys change places
      static const char* const kKeys[] = {"\"ts\"",
                                          "\"dur\"",
                                          "\"pid\"",
                                          "\"tid\"",
                                          "\"id\"",
                                          "\"args\"",
                                          "\"name\"",
                                          "\"cat\"",
                                          "\"id2\"",
                                          "\"bind_id\"",
                                          "\"correlation\"",
                                          "\"stream\"",
                                          "\"device\"",
                                          "\"baseTimeNanoseconds\"",
                                          "\"stepscope\"",
                                          "\"stepscope node\"",
                                          "\"stepscope step\"",
                                          "\"stepscope category\"",
                                          "\"stepscope lane\"",
                                          "\"stepscope index\"",
                                          "\"traceEvents\""};
      const std::size_t from = text.find('"', at);
      const std::size_t to = from == std::string::npos ? from : text.find('"', from + 1);
      if (to == std::string::npos) break;
      text.replace(from, to + 1 - from, kKeys[random() % std::size(kKeys)]);
      break;
    }
    default:  // deep
      text.insert(at, std::string(1 + below(random, random() % 8 ? 40 : 20'000), "[{\"("[random() % 4]));
      break;
  }
}

void damageBinary(std::string& text, Random& random, std::size_t from) {
  if (text.size() <= from + 8) return;
  const std::size_t at = from + below(random, text.size() - from - 8);
  switch (random() % 6) {
    case 0:
      text[at] = static_cast<char>(random());
      break;
    case 1: {
      static constexpr std::uint64_t kNumbers[] = {
          0, 1, 0x7F, 0x80, 0xFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, INT64_MAX, UINT64_MAX, std::uint64_t{1} << 63};
      const std::uint64_t number = kNumbers[random() % std::size(kNumbers)];
      std::memcpy(text.data() + at, &number, std::size_t{1} << random() % 4);
      break;
    }
    case 2:
      text[at] = static_cast<char>(text[at] ^ (1 << random() % 8));
      break;
    case 3: {  // a page, or a piece of it, comes from elsewhere
      const std::size_t size = std::min(text.size() - at, 1 + below(random, random() % 2 ? 64 : 4096));
      const std::size_t source = from + below(random, text.size() - from - size);
      std::memmove(text.data() + at, text.data() + source, size);
      break;
    }
    case 4:
      std::memset(text.data() + at, random() % 2 ? 0 : 0xFF, std::min(text.size() - at, 1 + below(random, 600)));
      break;
    default:
      if (random() % 8 == 0) text.erase(at, 1 + below(random, 64));
      break;
  }
}

// The damaged file of a round.
std::string damaged(const std::string& whole, Random& random) {
  std::string text = whole;
  const bool binary = isRecording(text) || isSqlite(text);
  // Deep within a long file little else is met: a short piece of it gets a damage in more places.
  if (!binary && random() % 2 && text.size() > 400'000) {
    const std::size_t events = std::min(text.find("\"traceEvents\""), text.size() - 1);
    const std::size_t head = std::min(text.find('[', events), text.size() - 1) + 1;
    const std::size_t size = 2'000 + below(random, 200'000);
    const std::size_t first = text.find("\n  {", head + below(random, text.size() - head));
    if (first != std::string::npos) text = text.substr(0, head) + text.substr(first, size) + (random() % 2 ? "]}" : "");
  }
  const std::size_t damages = random() % 8 == 0 ? 0 : 1 + below(random, random() % 4 ? 8 : 400);
  for (std::size_t i = 0; i < damages; ++i) {
    if (text.empty() || text.size() > kLargest) break;
    if (binary)
      damageBinary(text, random, isRecording(text) ? kRecordingHeader : random() % 4 ? 100 : 0);
    else
      damageJson(text, random);
  }
  if (damages == 0 || random() % 6 == 0) text.resize(below(random, text.size() + 1));
  if (isRecording(text) && random() % 8) signRecording(text);
  if (random() % 4 == 0) {
    text = test::gzipped(text);
    const std::size_t broken = below(random, 4);
    for (std::size_t i = 0; i < broken && !text.empty(); ++i) text[below(random, text.size())] ^= static_cast<char>(1 << random() % 8);
    if (random() % 4 == 0) text.resize(below(random, text.size() + 1));
    if (random() % 8 == 0) text += text;
  }
  return text;
}

struct Finding {
  std::string what;
};

void require(bool ok, const std::string& what) {
  if (!ok) throw Finding{what};
}

void readArguments(const Trace& trace, Random& random) {
  for (int i = 0; i < 12 && !trace.lanes.empty(); ++i) {
    const TraceLane& lane = trace.lanes[below(random, trace.lanes.size())];
    if (lane.size() == 0) continue;
    try {
      argumentsOf(trace, lane.argumentsOf(below(random, lane.size())));
    } catch (const Error&) {  // a damaged page or block
    }
  }
}

void analyse(const Trace& trace, Random& random) {
  breakDown(trace);
  loaderWait(trace);
  gpuUse(trace);
  for (const RangeGrouping grouping : {RangeGrouping::Name, RangeGrouping::Category, RangeGrouping::Layer}) {
    const RangeStatistics statistics = rangeStatistics(trace, trace.begin, trace.end, grouping);
    for (const RangeEntry& entry : statistics.entries)
      require(entry.selfNs >= 0 && entry.totalNs >= entry.selfNs && entry.count > 0, "statistics of a range that contradict themselves");
  }
  for (int i = 0; i < 4 && !trace.lanes.empty(); ++i) {
    const auto lane = static_cast<std::int32_t>(below(random, trace.lanes.size()));
    const std::size_t size = trace.lanes[static_cast<std::size_t>(lane)].size();
    if (size > 0) spanFacts(trace, {lane, static_cast<std::uint32_t>(below(random, size))});
  }
}

void draw(std::shared_ptr<const Trace> trace, Random& random) {
  TimelineOptions options;
  options.colors = static_cast<TimelineColors>(random() % 3);
  const auto model = std::make_shared<const TimelineModel>(trace, options);
  TimelineCanvas canvas;
  canvas.setAnimated(false);
  canvas.resize(500 + static_cast<int>(below(random, 1200)), 300 + static_cast<int>(below(random, 600)));
  canvas.setModel(model);
  canvas.show();
  for (int i = 0; i < 6; ++i) {
    if (i > 0) {
      const double length = model->length() / static_cast<double>(std::uint64_t{1} << below(random, 50));
      canvas.setView(static_cast<double>(below(random, 1000)) / 1000 * model->length(), length);
    }
    canvas.setDensity(static_cast<int>(below(random, TimelineLayout::kDensities)));
    if (random() % 3 == 0) canvas.foldAll(random() % 2);
    canvas.viewport()->repaint();
    const QPoint at(static_cast<int>(below(random, static_cast<std::size_t>(canvas.width()))),
                    static_cast<int>(below(random, static_cast<std::size_t>(canvas.height()))));
    if (const std::optional<TimelineHit> hit = canvas.hitAt(at)) {
      model->tooltip(*hit);
      model->spansLike(*hit);
      canvas.select(hit);
    }
  }
  canvas.setMatches(model->search(QStringLiteral("a")));
  canvas.stepMatch(1);
  canvas.viewport()->repaint();
  model->toTable(0, model->length(), 100);
}

void exportAndBack(const Trace& trace, const QString& folder, bool json) {
  const std::string path = (folder + (json ? "/out.json" : "/out.sstrace")).toStdString();
  try {
    if (json)
      exportChrome(trace, path);
    else
      saveTrace(trace, path);
  } catch (const Error&) {  // the arguments of a damaged file cannot be read again
    return;
  }
  const std::optional<Trace> back = importTrace(path);
  require(back.has_value(), "an export that does not open");
  // Times that only a damaged recording holds are dropped on the way, and counted.
  const std::int64_t lost = back->dropped - trace.dropped;
  require(lost >= 0 && back->spanCount() + static_cast<std::size_t>(lost) >= trace.spanCount(),
          "an export lost spans: " + std::to_string(trace.spanCount()) + " became " + std::to_string(back->spanCount()));
  require(test::broken(*back).empty(), "an export came back broken: " + test::broken(*back));
}

enum class Outcome { Opened, Refused };

Outcome round(const std::string& whole, std::uint64_t seed, const QString& folder, std::map<std::string, int>& refusals) {
  Random random(seed);
  const QString path = folder + "/damaged";
  {
    const std::string bytes = damaged(whole, random);
    QFile file(path);
    require(file.open(QIODevice::WriteOnly) && file.write(bytes.data(), static_cast<qint64>(bytes.size())) == qint64(bytes.size()),
            "the damaged file cannot be written");
  }
  ImportOptions options;
  options.readers = 1 + static_cast<int>(below(random, 3));
  std::shared_ptr<const Trace> trace;
  try {
    std::optional<Trace> opened = importTrace(path.toStdString(), options);
    require(opened.has_value(), "cancelled by nobody");
    trace = std::make_shared<const Trace>(std::move(*opened));
  } catch (const Error& error) {
    require(std::strlen(error.what()) > 20, "a sentence that says nothing");
    std::string text = error.what();
    if (const std::size_t at = text.find("/damaged"); at != std::string::npos) text = text.substr(at + 8);
    ++refusals[text.substr(0, 90)];
    return Outcome::Refused;
  }
  const std::string broken = test::broken(*trace);
  require(broken.empty(), "a broken trace: " + broken);
  std::int64_t dropped = 0;
  for (const TraceNote& note : trace->notes) {
    require(note.count > 0 && !note.reason.empty(), "a note that counts nothing");
    dropped += note.dropped ? note.count : 0;
  }
  require(trace->events >= 0, "a negative number of events");
  readArguments(*trace, random);
  analyse(*trace, random);
  draw(trace, random);
  if (trace->spanCount() < 30'000) exportAndBack(*trace, folder, random() % 2);
  return Outcome::Opened;
}

}  // namespace

int main(int argc, char** argv) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  applyTheme(application, ThemeChoice::Light);
  QCommandLineParser parser;
  parser.addHelpOption();
  parser.addOptions({{"seconds", "How long; 0: one round.", "N", "60"},
                     {"seed", "The number of the first round.", "N", "1"},
                     {"keep", "Where the damaged file is left.", "FOLDER", "."}});
  parser.addPositionalArgument("FILE", "Sound traces.", "FILE...");
  parser.process(application);
  std::vector<std::string> files;
  for (const QString& path : parser.positionalArguments()) files.push_back(unpacked(readFile(path)));
  if (files.empty()) parser.showHelp(2);
  for (std::size_t i = 0; i < files.size(); ++i)
    if (files[i].empty()) {
      std::fprintf(stderr, "fuzz_trace: %s cannot be read\n", qPrintable(parser.positionalArguments()[static_cast<qsizetype>(i)]));
      return 2;
    }
  const QString folder = parser.value("keep");
  QDir().mkpath(folder);
  const double seconds = parser.value("seconds").toDouble();
  const std::uint64_t firstSeed = parser.value("seed").toULongLong();
  std::map<std::string, int> refusals;
  int opened = 0, refused = 0;
  double slowest = 0;
  const std::int64_t begin = nowNs();
  for (std::uint64_t seed = firstSeed;; ++seed) {
    const std::int64_t roundBegin = nowNs();
    const std::size_t file = static_cast<std::size_t>(seed) % files.size();
    {  // for a crash, which leaves no other word
      QFile last(folder + "/seed");
      if (last.open(QIODevice::WriteOnly)) last.write(QByteArray::number(qulonglong{seed}));
    }
    std::string finding;
    try {
      ++(round(files[file], seed, folder, refusals) == Outcome::Opened ? opened : refused);
    } catch (const Finding& found) {
      finding = found.what;
    } catch (const std::exception& error) {
      finding = std::string("an exception that is no Error: ") + error.what();
    }
    const double took = static_cast<double>(nowNs() - roundBegin) * 1e-9;
    slowest = std::max(slowest, took);
    if (finding.empty() && took > kSlowest) finding = "a round took " + std::to_string(took) + " s";
    if (!finding.empty()) {
      std::fprintf(stderr, "fuzz_trace: round %llu (%s): %s\n", static_cast<unsigned long long>(seed),
                   qPrintable(parser.positionalArguments()[static_cast<qsizetype>(file)]), finding.c_str());
      return 1;
    }
    if (static_cast<double>(nowNs() - begin) * 1e-9 >= seconds) break;
  }
  std::printf("%d rounds: %d opened, %d refused; the slowest took %.1f s\n", opened + refused, opened, refused, slowest);
  for (const auto& [sentence, count] : refusals) std::printf("%6d  %s\n", count, sentence.c_str());
  return 0;
}
