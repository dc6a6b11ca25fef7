// The origin of a run that is a fork of another one. Kept in its configuration as "forked_from", beside the keys of the project file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/store/run_store.h"

namespace stepscope {

struct RunOrigin {
  RunId run = 0;
  std::string name;        // the name of the run at that time
  std::string checkpoint;  // "best.000002"
  std::int64_t step = 0;
};

std::optional<RunOrigin> originOf(const std::string& configuration);
// The configuration with the origin added.
std::string withOrigin(const std::string& configuration, const RunOrigin& origin);
std::string describe(const RunOrigin& origin);  // "run 3, step 400"

}  // namespace stepscope
