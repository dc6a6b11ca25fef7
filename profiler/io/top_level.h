// The outermost level of a trace in JSON: { "displayTimeUnit": "ms", "traceEvents": [ ... ], "deviceProperties": [ ... ] } or a bare array
// of events. Read a byte at a time; the events themselves, which are nearly all of the file, are left to others.
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
    NeedMore,     // the text is used up
    Events,       // the next byte is the first behind the '[' of the events
    End,          // the outermost object is closed
    NotTheStart,  // the file begins with neither '{' nor '['
  };
  // Reads on at text[at] and moves `at` behind what was used.
  Stop read(std::string_view text, std::size_t& at);
  bool foundEvents() const { return foundEvents_; }
  // Members besides the events, as JSON text; those longer than 4 MiB are left out.
  const std::map<std::string, std::string>& members() const { return members_; }
  // The names of those that were left out.
  const std::set<std::string>& tooLong() const { return tooLongMembers_; }
  bool bareArray() const { return bareArray_; }
  // Nothing but white space was met; the outermost object was closed.
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
