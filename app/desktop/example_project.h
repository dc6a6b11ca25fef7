// Where the example that needs no download is: in the source tree, or installed.
#pragma once

#include <QString>

namespace stepscope {

// Its project file, in a folder that may be written to (a copy of one's own where it is installed for everybody); empty: not found.
QString exampleProject();

}  // namespace stepscope
