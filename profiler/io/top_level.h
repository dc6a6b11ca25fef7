// The outermost level of a trace in JSON: { "displayTimeUnit": "ms", "traceEvents": [ ... ], "deviceProperties": [ ... ] } or a bare array of events.
// Read byte by byte; the events, which are nearly all of the file, are not parsed here.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace stepscope {

class TopLevel {
 public:
  enum class Stop {
    NeedMore,     // the end of the text was reached
    Events,       // the next byte is the first one after the '[' of the events
    End,          // the outermost object is closed
    NotTheStart,  // the file begins with neither '{' nor '['
  };
  // Reads from text[at] on and moves `at` to the position after the part it has read.
  Stop read(std::string_view text, std::size_t& at);
  bool foundEvents() const { return foundEvents_; }
  // Members besides the events, as JSON text; those longer than 4 MiB are left out.
  const std::map<std::string, std::string>& members() const { return members_; }
  // The names of members that were left out.
  const std::set<std::string>& tooLong() const { return tooLongMembers_; }
  bool bareArray() const { return bareArray_; }
  // blank(): only white space was found. closed(): the outermost object was closed.
  bool blank() const { return state_ == State::Start; }
  bool closed() const { return state_ == State::Done; }

 private:
  enum class State { Start, Between, Key, Colon, Value, Inside, Done };
  State state_ = State::Start;
  bool bareArray_ = false, foundEvents_ = false;
  bool inString_ = false, escaped_ = false, tooLong_ = false;
  int depth_ = 0;
  std::string key_, value_;
  std::map<std::string, std::string> members_;
  std::set<std::string> tooLongMembers_;
};

}  // namespace stepscope
