// Looks up rows of a table (rows, width), f32, by i32 indices. An index outside the table throws Error (Input) at `layer` naming the index.
#pragma once

#include <cstdint>
#include <string>

namespace stepscope::kernels {

void embedding(const std::string& layer, const float* table, std::int64_t rows, std::int64_t width, const std::int32_t* indices, std::int64_t count,
               float* y, int threads);
// dtable (rows, width): each row is the sum of dy over the indices equal to that row; zero for row `padding` (-1: none). Threads divide the columns,
// so the order of every sum is that of the indices.
void embeddingGrad(const std::string& layer, const float* dy, const std::int32_t* indices, std::int64_t count, std::int64_t rows, std::int64_t width,
                   std::int64_t padding, float* dtable, int threads);

}  // namespace stepscope::kernels
