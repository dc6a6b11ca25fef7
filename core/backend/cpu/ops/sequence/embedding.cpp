#include "core/backend/cpu/ops/sequence/embedding.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/backend/cpu/simd/parallel.h"
#include "core/base/error.h"

namespace stepscope::kernels {

namespace {

void checkIndices(const std::string& layer, const std::int32_t* indices, std::int64_t count, std::int64_t rows) {
  for (std::int64_t i = 0; i < count; ++i) {
    if (indices[i] >= 0 && indices[i] < rows) continue;
    throw Error(ErrorKind::Input, layer, fmt::format("position {} of the batch has index {}, the table has {} rows", i, indices[i], rows),
                "Give the model as many embeddings as the data has tokens");
  }
}

}  // namespace

void embedding(const std::string& layer, const float* table, std::int64_t rows, std::int64_t width, const std::int32_t* indices, std::int64_t count,
               float* y, int threads) {
  checkIndices(layer, indices, count, rows);
  parallelParts(count, teamForBytes(count * width * 8, threads), 1, [&](WorkRange range, int) {
    for (std::int64_t i = range.begin; i < range.end; ++i) std::copy_n(table + indices[i] * width, width, y + i * width);
  });
}

void embeddingGrad(const std::string& layer, const float* dy, const std::int32_t* indices, std::int64_t count, std::int64_t rows, std::int64_t width,
                   std::int64_t padding, float* dtable, int threads) {
  checkIndices(layer, indices, count, rows);
  // Threads divide the columns, at whole cache lines.
  parallelParts(width, teamForBytes((count * 3 + rows) * width * 4, threads), 16, [&](WorkRange columns, int) {
    const std::int64_t length = columns.end - columns.begin;
    if (length <= 0) return;
    for (std::int64_t r = 0; r < rows; ++r) std::fill_n(dtable + r * width + columns.begin, length, 0.0f);
    for (std::int64_t i = 0; i < count; ++i) {
      if (indices[i] == padding) continue;
      float* to = dtable + indices[i] * width + columns.begin;
      const float* from = dy + i * width + columns.begin;
      for (std::int64_t c = 0; c < length; ++c) to[c] += from[c];
    }
  });
}

}  // namespace stepscope::kernels
