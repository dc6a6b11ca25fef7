// Which language a program without a window speaks, and the catalogue of each.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/words/catalogue.h"

namespace stepscope {

enum class TextLanguage { English, Chinese };

const char* nameOf(TextLanguage language);  // "en", "zh_CN"
std::optional<TextLanguage> languageNamed(std::string_view name);

// As POSIX reads the environment (XBD 8.2): the first of LC_ALL, LC_MESSAGES and LANG that is set and not empty. Chinese where that is simplified
// Chinese in UTF-8, the only encoding that is written; English otherwise.
TextLanguage languageOfLocale(std::string_view lcAll, std::string_view lcMessages, std::string_view lang);
TextLanguage languageOfEnvironment();

// None for English. The file is read at the first call of each.
std::shared_ptr<const Catalogue> catalogueOf(TextLanguage language);
std::string_view chineseText();  // of the file that is part of the program

}  // namespace stepscope
