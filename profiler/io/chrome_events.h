// Reads events of the Chrome trace event format, as written by Kineto, TensorFlow and JAX ("Trace Event Format", Google 2016), with simdjson: from
// the text of some events to plain records. One reader per thread.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/io/bounded_names.h"

namespace stepscope {

// A piece of a trace: whole events, and the text between them.
struct EventText {
  std::vector<char> memory;        // text[0] is a spare byte; at least kTextPadding bytes after the end
  std::size_t begin = 1, end = 1;  // range of the events in `memory`
  std::uint64_t offset = 0;        // position of memory[begin] in the whole text
  std::uint64_t sequence = 0;      // pieces count from 0
  bool regular = true;             // one comma between two events and nothing else
};
inline constexpr std::size_t kTextPadding = 128;

struct ChromeEvent {
  enum Flag : std::uint16_t {
    HasTime = 1,
    HasDuration = 2,
    BindsEnclosing = 4,
    FlowIn = 8,
    FlowOut = 16,
    BadTime = 32,
    BadDuration = 64,
    IsCopy = 128,            // XProf's "memcpy_details": a copy, whatever its name
    LocalId = 256,           // "id2": {"local": ...}: the id counts within its process
    HasArguments = 512,      // args with at least one member
    IsEmpty = 1024,          // {}
    OfAnotherThread = 2048,  // "Fwd thread id" other than 0: in the backward pass
    IsStep = 4096,           // XProf's "step_num": a step, whatever its name
  };
  std::int64_t time = 0, duration = 0;               // ns
  std::uint64_t offset = 0;                          // position of the event in the whole text
  std::uint64_t id = 0;                              // "id", "id2"
  std::uint64_t correlation = 0;                     // "correlation", XProf's "correlation_id"; 0: none
  std::int32_t awaitedStream = -1;                   // "wait_on_stream" of a stream that waits for an event
  std::uint64_t eventRecord = 0;                     // "wait_on_cuda_event_record_corr_id"
  std::int64_t sequence = -1;                        // "Sequence number": equal for a forward op and the op of its gradient
  std::uint32_t name = 0, thread = 0, category = 0;  // numbers in the reader's tables
  std::uint32_t external = 0;                        // "External id": of an op and of the work that it started; 0: none
  std::uint32_t bindId = 0;
  std::int32_t device = -1, stream = -1;
  std::int32_t node = -1, step = -1;  // in our own recordings; step also in XProf's; for the end of an arrow the lane and the index of its span
  std::uint16_t flags = 0;
  std::uint8_t ownCategory = 0xFF;  // in our own recordings: a Category
  char phase = 0;
};

inline constexpr std::string_view kNoObject = "an element of the event list is not an object";  // a reason in ChromeBatch::dropped

// More content of an event: the value of a counter, the name of a thread.
struct ChromeDetail {
  std::size_t event = 0;  // index into ChromeBatch::events
  std::string key, text;
  double number = 0;
  bool isId = false;  // the id of a counter if it is not a number, as `text`; comes before its values
};

struct ChromeBatch {
  std::vector<ChromeEvent> events;
  std::vector<ChromeDetail> details;                 // sorted by event
  std::map<std::string, std::int64_t> dropped, odd;  // reason -> count
  void clear();
  struct Mark {
    std::size_t events, details;
  };
  Mark mark() const { return {events.size(), details.size()}; }
  void rollBack(Mark to);
};

class ChromeEventReader {
 public:
  ChromeEventReader();
  ~ChromeEventReader();
  // Adds the events of `text` to `batch`. May repair the text in place (control characters, invalid UTF-8).
  void read(EventText& text, ChromeBatch& batch);

  // The tables of ChromeEvent's numbers. A thread is "pid\x1Ftid".
  const BoundedNames& names() const { return names_; }
  const BoundedNames& threads() const { return threads_; }
  const BoundedNames& categories() const { return categories_; }

 private:
  struct Parsers;
  bool readAll(EventText& text, ChromeBatch& batch);
  void readEach(EventText& text, ChromeBatch& batch);
  template <typename Object>
  bool readEvent(Object& object, ChromeEvent& event, std::string_view& arguments);
  template <typename Object>
  bool readArguments(Object& object, ChromeEvent& event);
  void nameCopy(ChromeEvent& event);
  void readDetails(std::string_view arguments, const ChromeEvent& event, ChromeBatch& batch);
  void setThread(ChromeEvent& event, std::string_view process, std::string_view thread);

  std::unique_ptr<Parsers> parsers_;
  BoundedNames names_, threads_{65'536}, categories_{4096};
  std::string key_, lastKey_, copy_, id_;  // of the current event; copy_: "memcpy_details"; id_: an id that is not a number
  std::uint32_t lastThread_ = 0;
  const char* textBegin_ = nullptr;
  std::uint64_t textOffset_ = 0;
  std::int64_t badValues_ = 0;
};

}  // namespace stepscope
