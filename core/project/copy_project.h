// A project that cannot be written where it is, on a disk that is read-only say, as one of its own elsewhere.
#pragma once

#include <string>

namespace stepscope {

struct Project;

// Writes the project's file into the new folder `folder` and returns its path. Comments and order stay; paths of data and networks that exist
// point to where these are, others are made anew beside the copy. Runs are not copied. Throws Error as createProject() does, and where the
// file cannot be read any more.
std::string copyProject(const Project& project, const std::string& folder);

}  // namespace stepscope
