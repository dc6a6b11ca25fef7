#include "profiler/io/chrome_arguments.h"

#include <simdjson.h>

#include <nlohmann/json.hpp>

#include "profiler/io/assembler.h"
#include "profiler/io/object_end.h"

namespace stepscope {
namespace {

namespace od = simdjson::ondemand;

constexpr std::size_t kFirstRead = 4096;
constexpr std::size_t kLongestEvent = std::size_t{16} << 20;

class ChromeArguments : public ArgumentSource {
 public:
  ChromeArguments(std::string path, FileIdentity identity, TextIndex index, std::vector<std::pair<std::uint64_t, std::uint64_t>> joined)
      : reader_(std::move(path), identity, std::move(index)), joined_(std::move(joined)) {}

  std::string json(std::uint64_t handle) const override {
    if (handle < kJoinedArguments) return jsonAt(handle);
    if (handle - kJoinedArguments >= joined_.size()) return "{}";
    const auto& [begin, end] = joined_[handle - kJoinedArguments];
    std::string first = jsonAt(begin);
    const std::string second = jsonAt(end);
    if (first == "{}" || second == "{}") return first == "{}" ? second : first;
    first.pop_back();  // two objects become one
    return first + "," + second.substr(1);
  }

 private:
  std::string jsonAt(std::uint64_t handle) const {
    std::string event;
    std::size_t end = kNoEnd;
    for (std::size_t size = kFirstRead; end == kNoEnd && size <= kLongestEvent; size *= 8) {
      event = reader_.read(handle, size);
      if (event.empty() || event.front() != '{') return "{}";
      end = objectEnd(event);
      if (event.size() < size) break;
    }
    if (end == kNoEnd) return "{}";
    event.resize(end);
    const simdjson::padded_string text(event);
    od::parser parser;
    od::document document;
    od::object object;
    od::value arguments;
    if (parser.iterate(text).get(document) != simdjson::SUCCESS || document.get_object().get(object) != simdjson::SUCCESS ||
        object.find_field_unordered("args").get(arguments) != simdjson::SUCCESS)
      return withCategory("{}", text);
    const std::string_view from = arguments.raw_json_token();
    if (from.empty() || from.front() != '{') return "{}";
    const std::string_view rest(from.data(), static_cast<std::size_t>(text.data() + text.size() - from.data()));
    const std::size_t length = objectEnd(rest);
    return withCategory(length == kNoEnd ? "{}" : std::string(rest.substr(0, length)), text);
  }

  // A category that is not one of our kinds of span is added to the arguments: it is not stored elsewhere.
  static std::string withCategory(std::string arguments, const simdjson::padded_string& event) {
    od::parser parser;
    od::document document;
    od::object object;
    std::string_view category;
    if (parser.iterate(event).get(document) != simdjson::SUCCESS || document.get_object().get(object) != simdjson::SUCCESS ||
        object.find_field_unordered("cat").get_string().get(category) != simdjson::SUCCESS || category.empty() ||
        kindOfCategory(category) != SpanKind::Other)
      return arguments;
    const std::size_t open = arguments.find_first_not_of(" \n\r\t", 1);
    const bool any = open != std::string::npos && arguments[open] != '}';
    return "{\"category\":" + nlohmann::json(std::string(category)).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) +
           (any ? "," : "") + arguments.substr(1);
  }

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
