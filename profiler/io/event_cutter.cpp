#include "profiler/io/event_cutter.h"

#include <algorithm>
#include <cstring>

#include "profiler/io/event_start.h"
#include "profiler/io/object_end.h"

namespace stepscope {

bool EventCutter::next(EventText& piece) {
  while (!done_) {
    // The carried text, followed by kPieceBytes of new text.
    const std::size_t want = carried_.size() + kPieceBytes;
    if (piece.memory.size() < 1 + want + kTextPadding) piece.memory.resize(1 + want + kTextPadding);
    char* const text = piece.memory.data() + 1;
    std::memcpy(text, carried_.data(), carried_.size());
    std::size_t size = carried_.size();
    if (!sourceEnded_) {
      const std::size_t got = source_.read(std::span(text + size, kPieceBytes));
      size += got;
      sourceEnded_ = got < kPieceBytes;
    }
    const bool atEnd = sourceEnded_;
    const std::size_t before = carried_.size();
    if (cut(piece, size, atEnd)) return true;
    // Nothing was cut: at the end of the file nothing more will come.
    if (atEnd && !done_ && carried_.size() >= before && carried_.size() == size) {
      if (inEvents_) unclosed_ = true;
      if (inEvents_ && !carried_.empty()) cutOff_ = true;
      done_ = true;
    } else if (atEnd && carried_.empty()) {
      unclosed_ = unclosed_ || inEvents_;
      done_ = true;
    }
  }
  return false;
}

// Finds events in the `size` bytes of text; the rest is carried over. True if there is a piece.
bool EventCutter::cut(EventText& piece, std::size_t size, bool atEnd) {
  const std::string_view text(piece.memory.data() + 1, size);
  const std::uint64_t textOffset = carriedOffset_;
  std::size_t at = 0;
  const auto carryFrom = [&](std::size_t from) {
    carried_.assign(text.substr(from));
    carriedOffset_ = textOffset + from;
  };
  if (!inEvents_) {
    switch (top_.read(text, at)) {
      case TopLevel::Stop::NeedMore: carryFrom(size); return false;
      case TopLevel::Stop::Events: inEvents_ = true; break;
      case TopLevel::Stop::End: done_ = true; return false;
      case TopLevel::Stop::NotTheStart:
        startsAsJson_ = false;
        done_ = true;
        return false;
    }
  }
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::size_t first = kNone, last = at;
  bool regular = true, ended = false;
  int commas = 0, nested = 0;
  while (at < size) {
    const char c = text[at];
    if (c == '{') {
      const std::size_t length = objectEnd(text.substr(at));
      if (length == kNoEnd) {
        // More of the event may come. Otherwise it has a stray quote or lacks a brace: reading continues at the next event, or at the end of the
        // list.
        if (!atEnd && size - at <= kLongestEvent) break;
        std::size_t next = eventStart(text, at + 1);
        if (next == kNoStart && atEnd) next = listEnd(text, at + 1);
        if (next == kNoStart) break;
        if (first == kNone) first = at;
        regular = false;
        last = at = next;
        continue;
      }
      if (first == kNone) first = at;
      else regular = regular && commas == 1;
      at += length;
      last = at;
      commas = 0;
    } else if (c == ']' && nested == 0) {
      ended = true;
      break;
    } else {
      if (c == ',') {
        ++commas;
      } else if (static_cast<unsigned char>(c) > ' ') {  // not an event: reported by the reader of single events
        if (first == kNone) first = at;
        regular = false;
        last = at + 1;
        nested += c == '[' ? 1 : c == ']' ? -1 : 0;
        if (c == '"') {
          std::size_t close = at + 1;
          while (close < size && text[close] != '"') close += text[close] == '\\' ? 2 : 1;
          const bool unclosed = close >= size;
          if (unclosed && !atEnd && size - at <= kLongestEvent) break;
          // There are events inside it: the quote is a stray one.
          if (const std::size_t next = eventStart(text.substr(0, std::min(close, size)), at + 1); next != kNoStart) {
            last = at = next;
            continue;
          }
          if (unclosed) break;
          at = close;
          last = at + 1;
        }
      }
      ++at;
    }
  }
  std::size_t rest = at;
  if (ended) {
    inEvents_ = false;
    rest = at + 1;
  } else if (at < size && size - at > kLongestEvent) {
    tooLong_ = done_ = true;
    rest = size;
  } else if (at < size && atEnd) {
    cutOff_ = unclosed_ = done_ = true;
    rest = size;
  }
  carryFrom(rest);
  if (first == kNone || last == first) return false;
  piece.begin = 1 + first;
  piece.end = 1 + last;
  piece.offset = textOffset + first;
  piece.sequence = sequence_++;
  piece.regular = regular;
  return true;
}

}  // namespace stepscope
