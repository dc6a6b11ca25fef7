#include "profiler/io/chrome_arguments.h"

#include <simdjson.h>

#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>
#include <numeric>
#include <thread>

#include "profiler/io/assembler.h"
#include "profiler/io/object_end.h"
#include "profiler/trace/argument_batch.h"

namespace stepscope {
namespace {

namespace od = simdjson::ondemand;

constexpr std::size_t kFirstRead = 4096;
constexpr std::size_t kLongestEvent = std::size_t{16} << 20;

constexpr std::size_t kWindow = std::size_t{1} << 20;  // bytes read at once if handles are near each other
constexpr std::size_t kNear = std::size_t{1} << 16;    // handles at a smaller distance are near each other
constexpr std::size_t kFewestApart = 512;              // least number of handles per thread

// Extracts the arguments of single events; the parser's memory is used again.
class EventArguments {
 public:
  // `text` is one whole event as JSON, followed by simdjson's padding. The result is valid until the next call, or points into `text`.
  std::string_view of(const char* text, std::size_t size) {
    od::document document;
    od::object object;
    std::string_view arguments, category;
    bool known = false;
    const std::size_t capacity = size + simdjson::SIMDJSON_PADDING;
    if (parser_.iterate(text, size, capacity).get(document) != simdjson::SUCCESS || document.get_object().get(object) != simdjson::SUCCESS)
      return "{}";
    for (auto result : object) {
      od::field field;
      if (std::move(result).get(field) != simdjson::SUCCESS) break;
      if (!known && field.key() == "args") {
        known = true;
        const std::string_view from = field.value().raw_json_token();
        if (from.empty() || from.front() != '{') return "{}";
        const std::string_view rest(from.data(), static_cast<std::size_t>(text + size - from.data()));
        const std::size_t length = objectEnd(rest);
        arguments = length == kNoEnd ? std::string_view() : rest.substr(0, length);
      } else if (category.empty() && field.key() == "cat") {
        if (field.value().get_string().get(category) != simdjson::SUCCESS) category = {};
      }
    }
    if (arguments.empty()) arguments = "{}";
    if (category.empty() || kindOfCategory(category) != SpanKind::Other) return arguments;
    // A category that is not one of our span kinds is added to the arguments: otherwise it would be lost.
    const std::size_t open = arguments.find_first_not_of(" \n\r\t", 1);
    const bool any = open != std::string_view::npos && arguments[open] != '}';
    made_ =
        "{\"category\":" + nlohmann::json(std::string(category)).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + (any ? "," : "");
    made_ += arguments.substr(1);
    return made_;
  }

 private:
  od::parser parser_;
  std::string made_;
};

class ChromeArguments : public BatchArgumentSource {
 public:
  ChromeArguments(std::string path, FileIdentity identity, TextIndex index, std::vector<std::pair<std::uint64_t, std::uint64_t>> joined)
      : identity_(identity), index_(std::move(index)), reader_(std::move(path), identity, index_), joined_(std::move(joined)) {}

  std::string json(std::uint64_t handle) const override {
    EventArguments event;
    return jsonOf(reader_, event, handle);
  }

  void each(std::span<const std::uint64_t> handles, const TakeArguments& take) const override {
    std::vector<std::size_t> order(handles.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return handles[a] < handles[b]; });
    const std::size_t threads =
        std::clamp<std::size_t>(std::min<std::size_t>(order.size() / kFewestApart, std::thread::hardware_concurrency()), 1, kArgumentThreads);
    std::vector<std::exception_ptr> failures(threads);
    const auto part = [&](std::size_t t) {
      try {
        const std::span all(order);
        const std::size_t from = all.size() * t / threads, to = all.size() * (t + 1) / threads;
        readPart(handles, all.subspan(from, to - from), t, take);
      } catch (...) {
        failures[t] = std::current_exception();
      }
    };
    std::vector<std::jthread> others;
    for (std::size_t t = 1; t < threads; ++t) others.emplace_back(part, t);
    part(0);
    others.clear();  // joined
    for (const std::exception_ptr& failure : failures)
      if (failure) std::rethrow_exception(failure);
  }

 private:
  // `order`: indices in `handles`, sorted by handle.
  void readPart(std::span<const std::uint64_t> handles, std::span<const std::size_t> order, std::size_t thread, const TakeArguments& take) const {
    const TextReader reader(reader_.path(), identity_, index_);  // a reader with its own position in the file
    EventArguments event;
    std::string window;
    std::uint64_t begin = 0;  // position of the window in the text
    for (std::size_t i = 0; i < order.size(); ++i) {
      const std::uint64_t handle = handles[order[i]];
      if (handle >= kJoinedArguments) {
        take(order[i], jsonOf(reader, event, handle), thread);
        continue;
      }
      // The window ends in simdjson's padding.
      const auto lengthIn = [&]() -> std::size_t {
        if (handle < begin || handle - begin + simdjson::SIMDJSON_PADDING >= window.size()) return kNoEnd;
        const std::string_view text = std::string_view(window).substr(handle - begin);
        return text.front() == '{' ? objectEnd(text.substr(0, text.size() - simdjson::SIMDJSON_PADDING)) : kNoEnd;
      };
      std::size_t length = lengthIn();
      if (length == kNoEnd) {
        std::uint64_t last = handle;
        for (std::size_t k = i + 1; k < order.size() && handles[order[k]] - last < kNear && handles[order[k]] - handle < kWindow; ++k)
          last = handles[order[k]];
        window.resize(last - handle + kFirstRead + simdjson::SIMDJSON_PADDING);
        window.resize(reader.read(handle, std::span(window).first(window.size() - simdjson::SIMDJSON_PADDING)));
        window.append(simdjson::SIMDJSON_PADDING, ' ');
        begin = handle;
        length = lengthIn();
      }
      if (length == kNoEnd) take(order[i], jsonOf(reader, event, handle), thread);  // long, or no event
      else take(order[i], event.of(window.data() + (handle - begin), length), thread);
    }
  }

  std::string jsonOf(const TextReader& reader, EventArguments& event, std::uint64_t handle) const {
    if (handle < kJoinedArguments) return jsonAt(reader, event, handle);
    if (handle - kJoinedArguments >= joined_.size()) return "{}";
    const auto& [begin, end] = joined_[handle - kJoinedArguments];
    std::string first = jsonAt(reader, event, begin);
    const std::string second = jsonAt(reader, event, end);
    if (first == "{}" || second == "{}") return first == "{}" ? second : first;
    first.pop_back();  // two objects become one
    return first + "," + second.substr(1);
  }

  static std::string jsonAt(const TextReader& reader, EventArguments& event, std::uint64_t handle) {
    std::string text;
    std::size_t end = kNoEnd;
    for (std::size_t size = kFirstRead; end == kNoEnd && size <= kLongestEvent; size *= 8) {
      text = reader.read(handle, size);
      if (text.empty() || text.front() != '{') return "{}";
      end = objectEnd(text);
      if (text.size() < size) break;
    }
    if (end == kNoEnd) return "{}";
    text.resize(end);
    text.append(simdjson::SIMDJSON_PADDING, ' ');
    return std::string(event.of(text.data(), end));
  }

  FileIdentity identity_;
  TextIndex index_;
  TextReader reader_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> joined_;
};

std::string trimmed(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  return std::string(text);
}

}  // namespace

std::shared_ptr<const ArgumentSource> chromeArguments(std::string path, FileIdentity identity, TextIndex index,
                                                      std::vector<std::pair<std::uint64_t, std::uint64_t>> joined) {
  return std::make_shared<ChromeArguments>(std::move(path), identity, std::move(index), std::move(joined));
}

std::vector<TraceArgument> parseArguments(const std::string& json) {
  std::vector<TraceArgument> arguments;
  const simdjson::padded_string text(json);
  od::parser parser;
  od::document document;
  od::object object;
  if (parser.iterate(text).get(document) != simdjson::SUCCESS || document.get_object().get(object) != simdjson::SUCCESS) return arguments;
  for (auto result : object) {
    od::field field;
    if (std::move(result).get(field) != simdjson::SUCCESS) break;
    TraceArgument argument;
    std::string_view key;
    if (field.unescaped_key().get(key) != simdjson::SUCCESS) break;
    argument.name = key;
    od::value value = field.value();
    od::json_type type{};
    if (value.type().get(type) != simdjson::SUCCESS) {
      argument.value = trimmed(value.raw_json_token());  // NaN, Infinity, N/A
    } else if (type == od::json_type::string) {
      std::string_view string;
      if (value.get_string().get(string) != simdjson::SUCCESS) break;
      argument.value = string;
    } else if (type == od::json_type::object || type == od::json_type::array) {
      const char* const from = std::string_view(value.raw_json_token()).data();
      std::string_view raw;
      if (type == od::json_type::object) {
        od::object inner;
        if (value.get_object().get(inner) != simdjson::SUCCESS || inner.raw_json().get(raw) != simdjson::SUCCESS) break;
      } else {
        od::array inner;
        if (value.get_array().get(inner) != simdjson::SUCCESS || inner.raw_json().get(raw) != simdjson::SUCCESS) break;
      }
      argument.value = trimmed({from, static_cast<std::size_t>(raw.data() + raw.size() - from)});
    } else {
      argument.value = trimmed(value.raw_json_token());
    }
    arguments.push_back(std::move(argument));
  }
  return arguments;
}

std::vector<TraceArgument> argumentsOf(const Trace& trace, std::uint64_t handle) {
  if (!trace.arguments || handle == kNoArguments) return {};
  return parseArguments(trace.arguments->json(handle));
}

}  // namespace stepscope
