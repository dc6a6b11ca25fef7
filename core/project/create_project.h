// Creates a project on the disk: its name and its folder from the data, and its file.
#pragma once

#include <string>

#include "core/data/preview/data_preview.h"

namespace stepscope {

// A name for a project with these data, from the name of their folder or file: "sign_digits", "housing" for housing.csv.gz. Valid as a folder's
// name.
std::string projectNameFor(const DataSpec& data);
// `name`, or "name-2", "name-3": the first that does not exist in `parent`.
std::string freeProjectName(const std::string& parent, const std::string& name);

// Writes folder/project.toml and creates the folder if it is missing. Returns the file's path. Throws Error: there is a project already (Input), the
// folder cannot be created or written (Resource), the text is not a valid project (Input).
std::string createProject(const std::string& folder, const std::string& text);

// Why a project cannot be written below `parent`, which need not exist yet: a clause, empty if it can.
std::string whyNotWritable(const std::string& parent);

struct Project;

// Copies a project that cannot be written at its place, for example on a read-only disk: writes its file into the new folder `folder` and returns the
// path. Comments and order are kept; existing paths of data and networks still
// point to the originals, others become paths beside the copy. Runs are not copied. Throws Error as createProject() does, and if the file cannot be
// read any more.
std::string copyProject(const Project& project, const std::string& folder);

}  // namespace stepscope
