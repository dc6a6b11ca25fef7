#include "profiler/io/chrome_events.h"

#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

#include "profiler/io/assembler.h"
#include "profiler/io/decimal_time.h"
#include "profiler/io/event_start.h"
#include "profiler/io/object_end.h"

namespace stepscope {
namespace {

namespace od = simdjson::ondemand;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  return text;
}

// The text of a token: between the quotes, or the token itself.
std::string_view plain(std::string_view token) {
  token = trimmed(token);
  if (token.size() >= 2 && token.front() == '"' && token.back() == '"') return token.substr(1, token.size() - 2);
  return token;
}

bool hasEscape(std::string_view text) {
  return text.find('\\') != std::string_view::npos;
}

// In parser-owned memory if the text has escapes, else the text of the file itself.
std::string_view stringOf(od::value value) {
  const std::string_view token = plain(value.raw_json_token());
  if (!hasEscape(token)) return token;
  std::string_view unescaped;
  return value.get_string().get(unescaped) == simdjson::SUCCESS ? unescaped : token;
}

template <typename Integer>
bool integerOf(std::string_view token, Integer& to) {
  token = plain(token);
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), to);
  return error == std::errc() && end == token.data() + token.size();
}

// Numbers and "0x1f" by value, so that they can be compared with correlations; other texts by a hash, and `text` gets them.
std::uint64_t idOf(std::string_view token, std::string& text) {
  token = plain(token);
  std::uint64_t value = 0;
  const bool hex = token.starts_with("0x") || token.starts_with("0X");
  const char* const from = token.data() + (hex ? 2 : 0);
  const auto [end, error] = std::from_chars(from, token.data() + token.size(), value, hex ? 16 : 10);
  if (error == std::errc() && end == token.data() + token.size() && end != from) return value;
  text = token.substr(0, 200);
  value = 14695981039346656037u;  // FNV-1a, never a small number
  for (const char c : token) value = (value ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return value | std::uint64_t{1} << 63;
}

std::string_view keyOf(od::field& field) {
  const char* const begin = field.key().raw();
  const char* end = begin;
  while (*end != '"' && *end != '\0') end += *end == '\\' && end[1] != '\0' ? 2 : 1;
  return {begin, static_cast<std::size_t>(end - begin)};
}

// Whether `key`, which has the length of `text`, is equal to it. Compilers compare them as one number.
template <std::size_t N>
bool is(std::string_view key, const char (&text)[N]) {
  return std::memcmp(key.data(), text, N - 1) == 0;
}

// Repairs, in place, what strict JSON forbids: control characters in strings become spaces, invalid UTF-8 bytes become question marks.
void mend(char* text, std::size_t size) {
  for (std::size_t i = 0; i < size;) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x80) {
      if (byte < ' ' && byte != '\n' && byte != '\r' && byte != '\t') {
        text[i] = ' ';
      }
      ++i;
      continue;
    }
    const std::size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
    if (i + length <= size && byte >= 0xC2 && byte <= 0xF4 && simdjson::validate_utf8(text + i, length)) {
      i += length;
    } else {
      text[i++] = '?';
    }
  }
}

// Also replaces line ends and tabs inside strings; outside of strings they are only white space.
void mendStrings(char* text, std::size_t size) {
  bool inside = false;
  for (std::size_t i = 0; i < size; ++i) {
    if (text[i] == '\\' && inside) ++i;
    else if (text[i] == '"') inside = !inside;
    else if (inside && static_cast<unsigned char>(text[i]) < ' ') text[i] = ' ';
  }
}

// Whether the arguments are stored with the event: values of a counter, memory of an allocator, a thread's name.
bool hasDetails(const ChromeEvent& event, const BoundedNames& names) {
  return event.phase == 'C' || event.phase == 'M' || ((event.phase == 'i' || event.phase == 'I') && names.name(event.name) == "[memory]");
}

}  // namespace

void ChromeBatch::clear() {
  events.clear();
  details.clear();
  dropped.clear();
  odd.clear();
}

void ChromeBatch::rollBack(Mark to) {
  events.resize(to.events);
  details.resize(to.details);
}

struct ChromeEventReader::Parsers {
  od::parser events, arguments;
};

ChromeEventReader::ChromeEventReader() : parsers_(std::make_unique<Parsers>()) {
  // Number 0, for events without a name or a category.
  names_.intern("");
  categories_.intern("");
}
ChromeEventReader::~ChromeEventReader() = default;

void ChromeEventReader::setThread(ChromeEvent& event, std::string_view process, std::string_view thread) {
  key_.assign(process);
  key_ += '\x1F';
  key_ += thread;
  if (key_ != lastKey_) {
    lastThread_ = threads_.intern(key_);
    lastKey_ = key_;
  }
  event.thread = lastThread_;
}

template <typename Object>
bool ChromeEventReader::readArguments(Object& object, ChromeEvent& event) {
  for (auto result : object) {
    od::field field;
    if (std::move(result).get(field) != simdjson::SUCCESS) return false;
    const std::string_view key = keyOf(field);
    const auto token = [&] { return field.value().raw_json_token(); };
    event.flags |= ChromeEvent::HasArguments;
    switch (key.size()) {  // most keys are none of these
      case 6:
        if (is(key, "stream")) integerOf(token(), event.stream);
        if (is(key, "device")) integerOf(token(), event.device);
        break;
      case 8:
        if (is(key, "step_num") && integerOf(token(), event.step) && event.step >= 0) event.flags |= ChromeEvent::IsStep;
        break;
      case 11:
        if (is(key, "correlation") && !integerOf(token(), event.correlation)) event.correlation = 0;  // Kineto's, a number
        if (is(key, "External id")) integerOf(token(), event.external);
        break;
      case 13:
        if (std::uint64_t thread = 0; is(key, "Fwd thread id") && integerOf(token(), thread) && thread != 0)
          event.flags |= ChromeEvent::OfAnotherThread;
        break;
      case 14:
        if (is(key, "correlation_id") && !integerOf(token(), event.correlation)) event.correlation = 0;  // XProf's, a text
        if (is(key, "wait_on_stream")) integerOf(token(), event.awaitedStream);
        if (is(key, "memcpy_details")) {
          copy_.assign(plain(token()).substr(0, 200));
          event.flags |= ChromeEvent::IsCopy;
        }
        break;
      case 15:
        if (is(key, "Sequence number")) integerOf(token(), event.sequence);
        break;
      case 33:
        if (is(key, "wait_on_cuda_event_record_corr_id") && !integerOf(token(), event.eventRecord)) event.eventRecord = 0;
        break;
      default: break;
    }
    if (key.size() > 10 && key.starts_with("stepscope ")) {  // of our own exports
      if (key == "stepscope category") integerOf(token(), event.ownCategory);
      if (key == "stepscope node" || key == "stepscope lane") integerOf(token(), event.node);
      if (key == "stepscope step" || key == "stepscope index") integerOf(token(), event.step);
    }
  }
  return true;
}

template <typename Object>
bool ChromeEventReader::readEvent(Object& object, ChromeEvent& event, std::string_view& arguments) {
  std::string_view process, thread;
  std::string ignored;
  id_.clear();
  event.flags |= ChromeEvent::IsEmpty;
  for (auto result : object) {
    od::field field;
    if (std::move(result).get(field) != simdjson::SUCCESS) return false;
    event.flags &= static_cast<std::uint16_t>(~ChromeEvent::IsEmpty);
    const std::string_view key = keyOf(field);
    od::value value = field.value();
    const auto token = [&] { return std::string_view(value.raw_json_token()); };
    switch (key.size()) {
      case 2:
        if (is(key, "ph")) {
          const std::string_view phase = plain(token());
          event.phase = phase.empty() ? '\0' : phase.front();
        } else if (is(key, "ts")) {
          const auto time = nanosecondsOf(token());
          event.flags |= time ? ChromeEvent::HasTime : ChromeEvent::BadTime;
          event.time = time.value_or(0);
        } else if (is(key, "id")) {
          event.id = idOf(token(), id_);
        } else if (is(key, "bp")) {
          if (plain(token()) == "e") event.flags |= ChromeEvent::BindsEnclosing;
        }
        break;
      case 3:
        if (is(key, "cat")) {
          event.category = categories_.intern(stringOf(value));
        } else if (is(key, "pid")) {
          process = stringOf(value);
        } else if (is(key, "tid")) {
          thread = stringOf(value);
        } else if (is(key, "dur")) {
          const auto duration = nanosecondsOf(token());
          event.flags |= duration ? ChromeEvent::HasDuration : ChromeEvent::BadDuration;
          event.duration = duration.value_or(0);
        } else if (is(key, "id2")) {
          od::object ids;
          if (value.get_object().get(ids) != simdjson::SUCCESS) break;
          for (auto inner : ids) {
            od::field id;
            if (std::move(inner).get(id) != simdjson::SUCCESS) return false;
            const bool local = keyOf(id) == "local";
            event.id = idOf(id.value().raw_json_token(), id_);
            if (local) event.flags |= ChromeEvent::LocalId;
          }
        }
        break;
      case 4:
        if (is(key, "name")) {
          event.name = names_.intern(stringOf(value));
        } else if (is(key, "args")) {
          const std::string_view from = token();
          od::object inner;
          if (from.empty() || from.front() != '{' || value.get_object().get(inner) != simdjson::SUCCESS) break;
          arguments = std::string_view(from.data(), 0);  // its end is searched only when it is needed
          if (!readArguments(inner, event)) return false;
        }
        break;
      case 7:
        if (is(key, "bind_id")) event.bindId = static_cast<std::uint32_t>(idOf(token(), ignored)) | 1u << 31;
        if (is(key, "flow_in") && token().starts_with('t')) event.flags |= ChromeEvent::FlowIn;
        break;
      case 8:
        if (is(key, "flow_out") && token().starts_with('t')) event.flags |= ChromeEvent::FlowOut;
        break;
      default: break;
    }
  }
  setThread(event, process, thread);
  if (event.flags & ChromeEvent::IsCopy) nameCopy(event);
  return true;
}

void ChromeEventReader::nameCopy(ChromeEvent& event) {
  event.name = names_.intern(copyName(names_.name(event.name), copy_));
}

// Reads the values of a counter, the memory of an allocator, or the content of a metadata event.
void ChromeEventReader::readDetails(std::string_view arguments, const ChromeEvent& event, ChromeBatch& batch) {
  const std::size_t index = batch.events.size() - 1;
  const bool counter = event.phase == 'C';
  od::document document;
  od::object object;
  if (parsers_->arguments.iterate(arguments.data(), arguments.size(), arguments.size() + simdjson::SIMDJSON_PADDING).get(document) !=
          simdjson::SUCCESS ||
      document.get_object().get(object) != simdjson::SUCCESS)
    return;
  if (counter && !id_.empty()) batch.details.push_back({index, {}, id_, 0, true});
  for (auto result : object) {
    od::field field;
    if (std::move(result).get(field) != simdjson::SUCCESS) return;
    const std::string_view key = keyOf(field);
    od::value value = field.value();
    if (!counter && event.phase != 'M' && key != "Total Allocated" && key != "Total Reserved" && key != "Device Id") continue;
    const std::string_view token = trimmed(value.raw_json_token());
    if (token.empty() || token.front() == '{' || token.front() == '[') continue;
    ChromeDetail detail;
    detail.event = index;
    detail.key = key;
    const std::string_view number = plain(token);
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), detail.number);
    const bool isNumber = error == std::errc() && end == number.data() + number.size() && std::isfinite(detail.number);
    if (counter && !isNumber) {
      ++badValues_;
      continue;
    }
    if (event.phase == 'M') detail.text = stringOf(value);
    batch.details.push_back(std::move(detail));
  }
}

bool ChromeEventReader::readAll(EventText& text, ChromeBatch& batch) {
  char* const base = text.memory.data();
  base[text.begin - 1] = '[';
  base[text.end] = ']';
  const std::size_t length = text.end + 1 - (text.begin - 1);
  od::document document;
  od::array events;
  if (parsers_->events.iterate(base + text.begin - 1, length, text.memory.size() - (text.begin - 1)).get(document) != simdjson::SUCCESS) return false;
  if (document.get_array().get(events) != simdjson::SUCCESS) return false;
  for (auto element : events) {
    od::value value;
    if (std::move(element).get(value) != simdjson::SUCCESS) return false;
    const char* const at = std::string_view(value.raw_json_token()).data();
    od::object object;
    if (value.get_object().get(object) != simdjson::SUCCESS) return false;
    ChromeEvent& event = batch.events.emplace_back();
    event.offset = textOffset_ + static_cast<std::uint64_t>(at - textBegin_);
    std::string_view arguments;
    if (!readEvent(object, event, arguments)) return false;
    if (arguments.data() && hasDetails(event, names_)) {
      arguments = std::string_view(arguments.data(), static_cast<std::size_t>(base + text.end - arguments.data()));
      const std::size_t end = objectEnd(arguments);
      if (end != kNoEnd) readDetails(arguments.substr(0, end), event, batch);
    }
  }
  return true;
}

// One event at a time: an error in one does not affect the others.
void ChromeEventReader::readEach(EventText& text, ChromeBatch& batch) {
  char* const base = text.memory.data();
  std::size_t at = text.begin;
  bool between = false;  // something that is not an event was found
  int nested = 0;
  std::int64_t mended = 0;
  while (at < text.end) {
    if (base[at] != '{') {
      const char c = base[at];
      if (c == '"') {  // a string where an event should be
        std::size_t close = at + 1;
        while (close < text.end && base[close] != '"') close += base[close] == '\\' ? 2 : 1;
        // There are events inside it: the quote is a stray one.
        if (const std::size_t next = eventStart({base, std::min(close, text.end)}, at + 1); next != kNoStart) {
          if (!between) ++batch.dropped[std::string(kNoObject)];
          between = false;
          nested = 0;
          at = next;
          continue;
        }
        at = close;
      }
      nested += c == '[' ? 1 : c == ']' && nested > 0 ? -1 : 0;
      if (nested == 0 && (c == ',' || static_cast<unsigned char>(c) <= ' ')) {
        between = false;
      } else if (!between) {
        ++batch.dropped[std::string(kNoObject)];
        between = true;
      }
      ++at;
      continue;
    }
    between = false;
    const std::size_t found = objectEnd({base + at, text.end - at});
    const std::size_t length = found == kNoEnd ? text.end - at : found;
    bool read = false;
    for (int attempt = 0; attempt < 2 && found != kNoEnd; ++attempt) {
      const ChromeBatch::Mark mark = batch.mark();
      od::document document;
      od::object object;
      bool ok = parsers_->events.iterate(base + at, length, text.memory.size() - at).get(document) == simdjson::SUCCESS &&
                document.get_object().get(object) == simdjson::SUCCESS;
      if (ok) {
        ChromeEvent& event = batch.events.emplace_back();
        event.offset = textOffset_ + static_cast<std::uint64_t>(base + at - textBegin_);
        std::string_view arguments;
        ok = readEvent(object, event, arguments);
        if (ok && arguments.data() && hasDetails(event, names_)) {
          const std::size_t end = objectEnd({arguments.data(), static_cast<std::size_t>(base + at + length - arguments.data())});
          if (end != kNoEnd) readDetails({arguments.data(), end}, event, batch);
        }
      }
      read = ok;
      if (ok) break;
      batch.rollBack(mark);
      if (attempt == 0) {
        mend(base + at, length);
        mendStrings(base + at, length);
        ++mended;
      } else {
        --mended;
      }
    }
    std::size_t next = kNoStart;
    if (!read) {  // its apparent end may be that of another: the next event may be inside
      ++batch.dropped["an event is not valid JSON"];
      next = eventStart({base, at + length}, at + 1);
    }
    at = next == kNoStart ? at + length : next;
  }
  if (mended > 0) batch.odd["control characters or bytes that are not UTF-8 were replaced"] += mended;
}

void ChromeEventReader::read(EventText& text, ChromeBatch& batch) {
  textBegin_ = text.memory.data() + text.begin;
  textOffset_ = text.offset;
  badValues_ = 0;
  const ChromeBatch::Mark mark = batch.mark();
  if (!text.regular || !readAll(text, batch)) {
    badValues_ = 0;
    batch.rollBack(mark);
    readEach(text, batch);
  }
  if (badValues_ > 0) batch.dropped["a value of a counter is not a number"] += badValues_;
}

}  // namespace stepscope
