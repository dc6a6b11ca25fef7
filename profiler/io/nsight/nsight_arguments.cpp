#include "profiler/io/nsight/nsight_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <nlohmann/json.hpp>

#include "profiler/io/nsight/nsight_database.h"
#include "profiler/io/nsight/nvtx_payload.h"

namespace stepscope::nsight {
namespace {

using Json = nlohmann::ordered_json;

class NsightArguments : public ArgumentSource {
 public:
  NsightArguments(std::string path, std::string database, std::shared_ptr<const void> keep)
      : path_(std::move(path)), database_(std::move(database)), keep_(std::move(keep)) {}

  std::string json(std::uint64_t handle) const override {
    const std::uint64_t table = handle >> kRowBits;
    const auto rowid = static_cast<std::int64_t>(handle & ((std::uint64_t{1} << kRowBits) - 1));
    if (table >= std::size(kTables)) return "{}";
    const std::lock_guard lock(mutex_);
    try {
      if (!connection_) {
        connection_ = connect(database_);
        limits_ = limitsOf(*connection_);
        layouts_ = payloadLayoutsOf(*connection_);
      }
      Statement& row = statement(std::string("SELECT * FROM ") + kTables[table] + " WHERE rowid = ?");
      row.bind(1, rowid);
      Json json = Json::object();
      if (row.step()) {
        for (int i = 0; i < row.columns(); ++i) addColumn(row, i, json);
        if (table == Kernel) addShape(json);
        if (table == Nvtx) {
          addPayload(json);
          addBinaryPayload(rowid, json);
        }
        if (table == CpuSample) addStack(json);
      }
      return json.dump(-1, ' ', false, Json::error_handler_t::replace);
    } catch (const DatabaseError& error) {
      notReadable(path_, error);
    }
  }

 private:
  void addColumn(const Statement& row, int i, Json& json) const {
    if (row.isNull(i)) return;
    const std::string column = row.columnName(i);
    if (!row.isInteger(i)) {
      json[column] = row.display(i);
      return;
    }
    const std::int64_t value = row.integer(i);
    json[column] = value;
    if (column.ends_with("Name") || column.ends_with("nameId") || column == "textId" || column == "jsonTextId")
      describe("StringIds", "value", column, value, json);
    if (column == "srcKind" || column == "dstKind" || column == "memKind") describe("ENUM_CUDA_MEM_KIND", "label", column, value, json);
    if (column == "copyKind") describe("ENUM_CUDA_MEMCPY_OPER", "label", column, value, json);
    if (column == "migrationCause") describe("ENUM_CUDA_UNIF_MEM_MIGRATION", "label", column, value, json);
    if (column == "faultAccessType") describe("ENUM_CUDA_UNIF_MEM_ACCESS_TYPE", "label", column, value, json);
    if (column == "launchType") describe("ENUM_CUDA_KERNEL_LAUNCH_TYPE", "label", column, value, json);
  }

  // Adds the shape of the launch with Kineto's key names, which the analyses know.
  void addShape(Json& json) const {
    const auto at = [&](const char* column) {
      const auto found = json.find(column);
      return found != json.end() && found->is_number_integer() ? found->get<std::int64_t>() : -1;
    };
    const auto product = [](std::int64_t x, std::int64_t y, std::int64_t z) {
      std::int64_t all = 0;
      if (x <= 0 || y <= 0 || z <= 0 || __builtin_mul_overflow(x, y, &all) || __builtin_mul_overflow(all, z, &all)) return std::int64_t{-1};
      return all;
    };
    LaunchShape shape;
    shape.blocks = product(at("gridX"), at("gridY"), at("gridZ"));
    shape.threads = product(at("blockX"), at("blockY"), at("blockZ"));
    shape.registers = at("registersPerThread");
    const std::int64_t fixed = at("staticSharedMemory"), dynamic = at("dynamicSharedMemory");
    shape.sharedBytes = fixed < 0 || dynamic < 0 || fixed > INT32_MAX || dynamic > INT32_MAX ? -1 : fixed + dynamic;
    if (shape.blocks > 0) json["grid"] = {at("gridX"), at("gridY"), at("gridZ")};
    if (shape.threads > 0) json["block"] = {at("blockX"), at("blockY"), at("blockZ")};
    if (shape.registers >= 0) json["registers per thread"] = shape.registers;
    if (shape.sharedBytes >= 0) json["shared memory"] = shape.sharedBytes;
    const auto limits = limits_.find(at("deviceId"));
    if (limits == limits_.end() || shape.blocks <= 0 || shape.threads <= 0 || limits->second.multiprocessors <= 0) return;
    const double blocks = static_cast<double>(shape.blocks) / static_cast<double>(limits->second.multiprocessors);
    json["blocks per SM"] = blocks;
    if (shape.sharedBytes < 0 || shape.registers < 0) return;
    const double occupancy = theoreticalOccupancy(shape, limits->second);
    if (occupancy < 0) return;
    const std::int64_t ofWarp = limits->second.threadsPerWarp;
    const double warps = blocks * std::ceil(static_cast<double>(shape.threads) / static_cast<double>(ofWarp));
    json["warps per SM"] = warps;
    json["est. achieved occupancy %"] = std::round(100 * std::min(occupancy, warps / static_cast<double>(limits->second.warps)));
  }

  // The call stack of a sample, the innermost function first.
  void addStack(Json& json) const {
    const auto id = json.find("id");
    if (id == json.end() || !id->is_number_integer() || !isDescribed("SAMPLING_CALLCHAINS", "symbol")) return;
    Statement& row = statement(
        "SELECT StringIds.value FROM SAMPLING_CALLCHAINS LEFT JOIN StringIds ON StringIds.id = symbol "
        "WHERE SAMPLING_CALLCHAINS.id = ? ORDER BY stackDepth LIMIT 256");
    row.bind(1, id->get<std::int64_t>());
    Json stack = Json::array();
    while (row.step()) stack.push_back(row.isNull(0) ? std::string("unknown") : row.display(0));
    if (!stack.empty()) json["stack"] = std::move(stack);
  }

  void addBinaryPayload(std::int64_t rowid, Json& json) const {
    if (!json.contains("binaryData")) return;
    Statement& row = statement("SELECT binaryData FROM NVTX_EVENTS WHERE rowid = ? AND typeof(binaryData) = 'blob'");
    row.bind(1, rowid);
    if (!row.step()) return;
    json.erase("binaryData");
    const std::span<const std::byte> blob = row.blob(0);
    const auto registered = [&](std::uint64_t id) -> std::optional<std::string> {
      if (!isDescribed("StringIds", "value")) return std::nullopt;
      Statement& text = statement("SELECT value FROM StringIds WHERE id = ?");
      text.bind(1, static_cast<std::int64_t>(id));
      return text.step() ? std::optional(text.display(0)) : std::nullopt;
    };
    if (std::optional<Json> payload = decodedPayload(blob, layouts_, registered)) json["payload"] = *std::move(payload);
    else json["payload"] = fmt::format("not decoded: {} bytes in a layout that the export does not describe", blob.size());
  }

  // The value is in one of several columns.
  void addPayload(Json& json) const {
    for (const char* column : {"uint64Value", "int64Value", "doubleValue", "uint32Value", "int32Value", "floatValue", "jsonText", "jsonTextId"})
      if (const auto found = json.find(column); found != json.end()) {
        json["payload"] = *found;
        return;
      }
  }

  void describe(const char* table, const char* text, const std::string& column, std::int64_t id, Json& json) const {
    if (!isDescribed(table, text)) return;
    Statement& row = statement(std::string("SELECT ") + text + " FROM " + table + " WHERE id = ?");
    row.bind(1, id);
    if (row.step()) json[column] = row.display(0);
  }
  bool isDescribed(const char* table, const char* text) const {
    auto known = described_.find(table);
    if (known == described_.end()) known = described_.emplace(table, columnsOf(*connection_, table).contains(text)).first;
    return known->second;
  }
  // A statement that is prepared once and then only gets new values.
  Statement& statement(const std::string& sql) const {
    Statement& known = statements_[sql];
    if (known) known.reset();
    else known = connection_->prepare(sql);
    return known;
  }

  std::string path_, database_;
  std::shared_ptr<const void> keep_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<Connection> connection_;
  mutable std::map<std::string, Statement> statements_;
  mutable std::map<std::string, bool> described_;
  mutable std::map<std::int64_t, GpuLimits> limits_;
  mutable PayloadLayouts layouts_;
};

}  // namespace

std::shared_ptr<const ArgumentSource> nsightArguments(std::string path, std::string database, std::shared_ptr<const void> keep) {
  return std::make_shared<NsightArguments>(std::move(path), std::move(database), std::move(keep));
}

}  // namespace stepscope::nsight
