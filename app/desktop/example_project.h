// Finds the example that needs no download, in the source tree or in an installation.
#pragma once

#include <QString>

namespace stepscope {

// The path of its project file, in a writable folder (a copy for the user if it is installed for all users); empty: not found.
QString exampleProject();

}  // namespace stepscope
