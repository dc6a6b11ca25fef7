// The keys of a project file as fields of a form: what stands in the file, what somebody wrote into a field, and the text of the file with
// the changes in it. Comments and order of the file stay. Pure.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/project/keys.h"
#include "core/project/project.h"

namespace stepscope {

// A key that a form shows: of the table of keys, or an argument of the project's model ("model.hidden"), whose type the model knows.
struct SettingField {
  std::string key, section;     // section: "train.optimizer"
  const KeyDef* def = nullptr;  // null: an argument of the model
};
// In the order of the table; arguments of the model after the other keys of [model].
std::vector<SettingField> settingFields(const std::string& modelName);

// What stands in a file, as a field shows it: a text without quotes, a list without brackets. Keys that the file leaves out are not in it.
// Throws Error (Input) as entriesOfToml().
std::map<std::string, std::string> fieldTexts(const std::string& toml, const std::string& path);

// What somebody wrote into a field as it stands in TOML. Throws Error (Input), at the key, with what the key takes.
std::string fieldValue(const SettingField& field, const std::string& text);

// key -> what was written into its field; nothing: the key is to go.
using FieldEdits = std::map<std::string, std::optional<std::string>>;
// The file with the edits. Throws Error (Input), at the key, for the first that cannot be.
std::string withEdits(const std::string& toml, const FieldEdits& edits, const std::string& path);

// What is wrong with the edited file, at the key that it is of; at "" where it is of none.
std::map<std::string, Error> problemsOf(const std::string& toml, const FieldEdits& edits, const std::string& path);

// What the change does, in one line: "The data are opened anew; the next run trains another model".
std::string consequenceOf(const Project& before, const Project& after, bool training);

}  // namespace stepscope
