// Cuts the text of a trace into pieces of whole events, which can be parsed in any thread. Memory: one piece and an unfinished event, whatever the
// size of the file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "profiler/io/chrome_events.h"
#include "profiler/io/text_source.h"
#include "profiler/io/top_level.h"

namespace stepscope {

inline constexpr std::size_t kPieceBytes = std::size_t{2} << 20;
inline constexpr std::size_t kLongestEvent = std::size_t{16} << 20;

class EventCutter {
 public:
  explicit EventCutter(TextSource& source) : source_(source) {}
  // Fills `piece` (its memory is reused). False at the end of the trace.
  bool next(EventText& piece);

  const TopLevel& top() const { return top_; }
  bool startsAsJson() const { return startsAsJson_; }
  bool cutOff() const { return cutOff_; }      // the file ends inside an event
  bool unclosed() const { return unclosed_; }  // the file ends inside the list of events
  bool tooLong() const { return tooLong_; }    // an event was longer than kLongestEvent: reading stopped there

 private:
  bool cut(EventText& piece, std::size_t size, bool atEnd);

  TextSource& source_;
  TopLevel top_;
  std::string carried_;              // text after the previous piece
  std::uint64_t carriedOffset_ = 0;  // position of its first byte in the whole text
  std::uint64_t sequence_ = 0;
  bool inEvents_ = false, done_ = false, sourceEnded_ = false;
  bool startsAsJson_ = true, cutOff_ = false, unclosed_ = false, tooLong_ = false;
};

}  // namespace stepscope
