// The keys of a project file as fields of a form: the values in the file, the user's input in a field, and the text of the file with the changes.
// Comments and order of the file are kept. Pure.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/project/keys.h"
#include "core/project/project.h"

namespace stepscope {

// A key of the form: from the table of keys, or an argument of the project's model ("model.hidden"), whose type the model knows.
struct SettingField {
  std::string key, section;     // `section`: "train.optimizer"
  const KeyDef* def = nullptr;  // null: an argument of the model
};
// In the order of the table; arguments of the model after the other keys of [model].
std::vector<SettingField> settingFields(const std::string& modelName);

// The values in a file as a field shows them: a text without quotes, a list without brackets. Keys that are not in the file are missing. Throws Error
// (Input) as entriesOfToml().
std::map<std::string, std::string> fieldTexts(const std::string& toml, const std::string& path);

// The user's input in a field as TOML. Throws Error (Input) at the key, with what the key accepts.
std::string fieldValue(const SettingField& field, const std::string& text);

// The input in the field of each changed key; nothing: the key is removed.
using FieldEdits = std::map<std::string, std::optional<std::string>>;
// The file with the edits. Throws Error (Input), at the key, for the first invalid one.
std::string withEdits(const std::string& toml, const FieldEdits& edits, const std::string& path);

// The problems of the edited file by key; "" for a problem that belongs to no key.
std::map<std::string, Error> problemsOf(const std::string& toml, const FieldEdits& edits, const std::string& path);

// The effect of the change, in one line: "The data are opened again; the next run trains another model".
std::string consequenceOf(const Project& before, const Project& after, bool training);

}  // namespace stepscope
