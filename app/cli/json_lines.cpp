#include "app/cli/json_lines.h"

#include <cstdio>
#include <string>

namespace stepscope::cli {

void printLine(const Json& json) {
  const std::string line = json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  std::fwrite(line.data(), 1, line.size(), stdout);
  std::fflush(stdout);
}

}  // namespace stepscope::cli
