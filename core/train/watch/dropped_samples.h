// Training uses full batches: samples that would not fill the last batch of an epoch are left out, other ones in each epoch.
#pragma once

#include <cstdint>
#include <string>

namespace stepscope {

std::int64_t droppedSamples(std::int64_t samples, std::int64_t batchSize);
// A sentence with the key, and a nearby batch size that leaves out fewer samples, if there is one; empty if none are left out.
std::string describeDropped(std::int64_t samples, std::int64_t batchSize);

}  // namespace stepscope
