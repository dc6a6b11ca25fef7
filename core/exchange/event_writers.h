// Knows which file of a folder wrote which series, and which points a new session supersedes. In TensorBoard a start (SessionLog.START) applies to
// the whole folder, so that a second writer's start removes the first one's points. Here it applies to the series that the same file writes, if their
// previous writer does not write any more. Otherwise both stay, and this is reported.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stepscope {

class EventWriters {
 public:
  std::size_t add(std::string path);  // adds a file; returns its number
  // A session of the file begins at `step`: returns the series that are superseded from there on.
  std::vector<std::string> start(std::size_t file, std::int64_t step, double wall);
  // The file writes to a series. Returns the step from which the earlier points of the series are superseded; empty if none are.
  std::optional<std::int64_t> value(std::size_t file, std::string_view tag, std::int64_t step, double wall);
  std::int64_t lastStep() const;  // of the points that are not superseded
  // Sentences about steps that go back without superseding anything.
  std::vector<std::string> notes() const;

 private:
  struct Written {
    std::size_t file = 0;
    std::int64_t lastStep = 0;
  };
  struct Back {  // series whose steps go back, and the steps of the first one
    std::set<std::string, std::less<>> tags;
    std::string first;
    std::int64_t from = 0, to = 0;
  };
  struct Start {
    std::int64_t step = 0;
    double wall = 0;
  };
  struct File {
    std::string path;
    bool any = false;
    std::int64_t firstStep = 0;
    double lastWall = 0;
    std::optional<Start> start;
    Back back, beside, anew;  // by reason: no session start; another file still writes the series; the session starts from the beginning
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };

  static void tell(Back& back, std::string_view tag, std::int64_t from, std::int64_t to);

  std::vector<File> files_;
  std::unordered_map<std::string, std::vector<Written>, Hash, std::equal_to<>> tags_;
};

}  // namespace stepscope
