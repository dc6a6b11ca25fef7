// A new project on the disk: its name and its folder from the data it is for, and its file.
#pragma once

#include <string>

#include "core/data/preview/data_preview.h"

namespace stepscope {

// A name for a project with these data, from the name of their folder or file: "sign_digits", "housing" of housing.csv.gz. Fit for a
// folder's name.
std::string projectNameFor(const DataSpec& data);
// `name`, or "name-2", "name-3": the first that is no folder below `parent`.
std::string freeProjectName(const std::string& parent, const std::string& name);

// Writes folder/project.toml; the folder is made where it is missing. Returns the file's path. Throws Error: a project is there already
// (Input), the folder cannot be made or written (Resource), the text is no valid project (Input).
std::string createProject(const std::string& folder, const std::string& text);

// Whether a project could be written below `parent`, which need not exist yet; a sentence why not, else empty.
std::string whyNotWritable(const std::string& parent);

// A project that cannot be written where it is, on a disk that is read-only say, as one of its own elsewhere.
struct Project;

// Writes the project's file into the new folder `folder` and returns its path. Comments and order stay; paths of data and networks that exist
// point to where these are, others are made anew beside the copy. Runs are not copied. Throws Error as createProject() does, and where the
// file cannot be read any more.
std::string copyProject(const Project& project, const std::string& folder);

}  // namespace stepscope
