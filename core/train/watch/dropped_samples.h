// Training uses full batches: of each epoch the samples are left out that would not fill its last one, others each time.
#pragma once

#include <cstdint>
#include <string>

namespace stepscope {

std::int64_t droppedSamples(std::int64_t samples, std::int64_t batchSize);
// A sentence with the key, and a batch size near this one that leaves out fewer, where there is one; empty when none is left out.
std::string describeDropped(std::int64_t samples, std::int64_t batchSize);

}  // namespace stepscope
