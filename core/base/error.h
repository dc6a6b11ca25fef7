// Errors that a user can act on. Every bad input leads to one of these, whose text gives the file or key and how to fix it.
#pragma once

#include <stdexcept>
#include <string>

namespace stepscope {

enum class ErrorKind {
  Input,     // a project, data or model file is wrong; the user must fix the file
  Resource,  // disk full, read-only folder, not enough memory
  Busy,      // another process or thread uses what is needed
  Internal,  // a bug in Stepscope
};

class Error : public std::runtime_error {
 public:
  // `where`: a file, a file with line and column, or a dotted key ("switches.batch_size"); may be empty.
  // `what`: the event, a clause without a full stop. `cure`: what to do, a sentence without a full stop; may be empty.
  Error(ErrorKind kind, std::string where, std::string what, std::string cure = {})
      : std::runtime_error(sentence(where, what, cure)), kind_(kind), where_(std::move(where)), what_(std::move(what)), cure_(std::move(cure)) {}

  ErrorKind kind() const { return kind_; }
  const std::string& where() const { return where_; }
  const std::string& happened() const { return what_; }
  const std::string& cure() const { return cure_; }

 private:
  static std::string sentence(const std::string& where, const std::string& what, const std::string& cure) {
    std::string text = where.empty() ? what : where + ": " + what;
    if (!cure.empty()) text += ". " + cure;
    return text.ends_with('?') ? text : text + ".";
  }

  ErrorKind kind_;
  std::string where_, what_, cure_;
};

// Checks a condition that the program itself must fulfil. On failure it names the place in the program, not a file of the user.
inline void require(bool ok, const char* what) {
  if (!ok) throw Error(ErrorKind::Internal, "stepscope", what, "This is a bug; please report it with the project file");
}

}  // namespace stepscope
