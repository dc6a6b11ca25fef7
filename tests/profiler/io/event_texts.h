// Events of Chrome traces as texts. In a file of its own: Qt's moc cannot read raw strings with quotes.
#pragma once

#include <QString>
#include <string>
#include <utility>
#include <vector>

namespace stepscope::test {

inline std::string eventsOf(const std::string& list) {
  return "{\"traceEvents\":[" + list + "]}";
}

inline std::string joined(const std::vector<std::string>& list, const char* between = ",") {
  std::string text;
  for (const std::string& one : list) text += (text.empty() ? "" : between) + one;
  return text;
}

// A begin or an end of thread `tid`; an empty name is left out.
inline std::string edge(const char* phase, const std::string& name, int tid, int ts) {
  return R"({"ph":")" + std::string(phase) + R"(")" + (name.empty() ? "" : R"(,"name":")" + name + R"(")") + R"(,"pid":1,"tid":)" +
         std::to_string(tid) + R"(,"ts":)" + std::to_string(ts) + "}";
}

// more: further members, each behind a comma.
inline std::string span(const std::string& name, double ts, double dur, const std::string& more = "") {
  return R"({"ph":"X","name":")" + name + R"(","pid":1,"tid":1,"ts":)" + QString::number(ts, 'f', 3).toStdString() + R"(,"dur":)" +
         QString::number(dur, 'g', 17).toStdString() + more + "}";
}

inline std::string numbered(int i) {
  return R"(,"args":{"n":)" + std::to_string(i) + R"(,"of":{"x":[1,2]}})";
}
inline const std::string kFiller = R"(,"args":{"filler":"................................................................"})";

inline std::string kernel(const char* name, int stream, int ts, int dur) {
  return R"({"ph":"X","cat":"kernel","name":")" + std::string(name) + R"(","pid":0,"tid":)" + std::to_string(stream) + R"(,"ts":)" +
         std::to_string(ts) + R"(,"dur":)" + std::to_string(dur) + R"(,"args":{"device":0,"stream":)" + std::to_string(stream) + "}}";
}

// id: as it stands in the file.
inline std::string counter(const std::string& id) {
  return R"({"ph":"C","name":"bytes","pid":1,"tid":1,"ts":1,"id":)" + id + R"(,"args":{"value":3}})";
}

// number -1: the file tells no rank.
inline std::string recordingOfRank(double at, int number) {
  std::vector<std::string> list;
  for (int i = 0; i < 5; ++i) list.push_back(span("op", at + 10 * i, 3 + i + (number > 0 ? 1 : 0)));
  const std::string rank = number >= 0 ? R"(,"distributedInfo":{"rank":)" + std::to_string(number) + R"(,"world_size":2})" : "";
  return "{\"traceEvents\":[" + joined(list) + "]" + rank + "}";
}

// Names that were written into a file as they are.
inline const std::vector<std::pair<const char*, std::string>> kStrayNames{
    {"one quote", R"(say "hi)"},
    {"two quotes", R"(say "hi" to all)"},
    {"three quotes", R"(a "b" "c)"},
    {"an object", R"({"device": "cpu", "n": 3}(12))"},
    {"half an object", R"({"device": "cpu")"},
    {"braces out of quotes", R"(a"}}{"b)"},
    {"a list out of quotes", R"(a"]"b)"},
    {"backslash at the end", R"(C:\dir\)"},
    {"three backslashes", R"(C:\\\)"},
    {"quote and backslash", R"("\)"},
};

// Texts in which events begin, or lists end.
inline const std::string kTwoEvents = R"({"ph":"X","args":{"list":[{"name":"no event"},{"size":1}],"name":"x"}}, {"cat":"a"})";
inline const std::string kSecondOfThem = R"({"cat")";
inline const std::string kNoEventBefore = R"(x {"ph":1})";
inline const std::string kSpacedEvent = R"(,{ "ts" : 1})";
inline const std::string kEndOfList = R"(["a"] {}],"b":1)";

}  // namespace stepscope::test
