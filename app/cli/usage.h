// Chooses the language of a command line, and translates its help.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::cli {

// Removes --lang and its value from the arguments, wherever they stand before "--", and sets that language, else that of the environment. Returns the
// value if it is no known language, else nullopt. An option without a value is left to the parser.
std::optional<std::string> chooseLanguage(std::vector<char*>& arguments);

// Adds --lang to the help, and translates the help and the parser's errors. Call it after all commands were added.
void speakUsage(CLI::App& app);

}  // namespace stepscope::cli
