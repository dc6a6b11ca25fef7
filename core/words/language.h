// The language of a program without a window, and the catalogue of each language.
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

// Uses the environment as POSIX does (XBD 8.2): the first of LC_ALL, LC_MESSAGES and LANG that is set and not empty. Chinese if that is simplified
// Chinese in UTF-8, the only encoding that programs print; else English.
TextLanguage languageOfLocale(std::string_view lcAll, std::string_view lcMessages, std::string_view lang);
TextLanguage languageOfEnvironment();

// Null for English. The file of a language is read at the first call.
std::shared_ptr<const Catalogue> catalogueOf(TextLanguage language);
std::string_view chineseText();  // the text of the translation file, which is part of the program

}  // namespace stepscope
