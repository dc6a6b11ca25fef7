#include "profiler/io/xplane/xplane_reader.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/base/error.h"

namespace stepscope {
namespace {

using google::protobuf::io::CodedInputStream;

constexpr std::uint64_t kMostBytes = std::numeric_limits<int>::max();  // protobuf uses int for sizes
constexpr int kBlock = 1 << 20;
constexpr std::uint32_t kLengthDelimited = 2;
enum Field : std::uint32_t { Planes = 1, Errors = 2, Warnings = 3 };

class FileBlocks : public google::protobuf::io::CopyingInputStream {
 public:
  FileBlocks(std::FILE* file, const std::function<bool(std::uint64_t)>& progress) : file_(file), progress_(progress) {}
  int Read(void* buffer, int size) override {
    if (!progress_(done_)) return -1;
    const std::size_t got = std::fread(buffer, 1, static_cast<std::size_t>(size), file_);
    done_ += got;
    return static_cast<int>(got);
  }

 private:
  std::FILE* file_;
  const std::function<bool(std::uint64_t)>& progress_;
  std::uint64_t done_ = 0;
};

nlohmann::ordered_json valueOf(const xplane::XPlane& plane, const xplane::XStat& stat) {
  using Stat = xplane::XStat;
  switch (stat.value_case()) {
    case Stat::kDoubleValue: return std::isfinite(stat.double_value()) ? nlohmann::ordered_json(stat.double_value()) : nlohmann::ordered_json();
    case Stat::kUint64Value: return stat.uint64_value();
    case Stat::kInt64Value: return stat.int64_value();
    case Stat::kStrValue: return stat.str_value();
    case Stat::kBytesValue: return std::to_string(stat.bytes_value().size()) + " bytes";
    case Stat::kRefValue: {
      const auto name = plane.stat_metadata().find(static_cast<std::int64_t>(stat.ref_value()));
      return name == plane.stat_metadata().end() ? std::string() : name->second.name();
    }
    default: return {};
  }
}

}  // namespace

XSpaceEnd readXSpace(const std::string& path, const std::string& readable, const std::function<bool(std::uint64_t)>& progress,
                     const std::function<void(std::size_t at, xplane::XPlane& plane)>& plane) {
  std::error_code problem;
  const std::uint64_t bytes = std::filesystem::file_size(readable, problem);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(problem ? nullptr : std::fopen(readable.c_str(), "rb"), std::fclose);
  if (!file) throw Error(ErrorKind::Input, path, "the file cannot be opened", "Check that it is still there and that you may read it");
  if (bytes > kMostBytes)
    throw Error(ErrorKind::Input, path, "this profile is larger than 2 GiB, which its format does not allow", "Record fewer steps");
  FileBlocks blocks(file.get(), progress);
  google::protobuf::io::CopyingInputStreamAdaptor stream(&blocks, kBlock);
  CodedInputStream in(&stream);
  XSpaceEnd end;
  for (std::size_t at = 0;;) {
    const std::uint32_t tag = in.ReadTag();
    if (tag == 0) {
      end.cutOff = end.cutOff || static_cast<std::uint64_t>(in.CurrentPosition()) < bytes;
      return end;
    }
    std::uint32_t length = 0;
    if ((tag & 7) != kLengthDelimited || !in.ReadVarint32(&length) || static_cast<std::uint64_t>(in.CurrentPosition()) + length > bytes) {
      end.cutOff = true;
      return end;
    }
    if (tag >> 3 == Planes) {
      xplane::XPlane one;
      const CodedInputStream::Limit limit = in.PushLimit(static_cast<int>(length));
      if (!one.MergePartialFromCodedStream(&in) || !in.ConsumedEntireMessage()) {
        end.cutOff = true;
        return end;
      }
      in.PopLimit(limit);
      plane(at++, one);
    } else if (tag >> 3 == Errors || tag >> 3 == Warnings) {
      std::string text;
      if (!in.ReadString(&text, static_cast<int>(length))) {
        end.cutOff = true;
        return end;
      }
      if (end.problems++ == 0) end.firstProblem = std::move(text);
    } else if (!in.Skip(static_cast<int>(length))) {
      end.cutOff = true;
      return end;
    }
  }
}

std::string statsJson(const xplane::XPlane& plane, const xplane::XEvent& event) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  const auto add = [&](const auto& stats) {
    for (const xplane::XStat& stat : stats) {
      const auto name = plane.stat_metadata().find(stat.metadata_id());
      if (name != plane.stat_metadata().end()) json[name->second.name()] = valueOf(plane, stat);
    }
  };
  if (const auto kind = plane.event_metadata().find(event.metadata_id()); kind != plane.event_metadata().end()) add(kind->second.stats());
  add(event.stats());
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace stepscope
