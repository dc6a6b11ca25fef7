#include "profiler/io/top_level.h"

namespace stepscope {
namespace {

constexpr std::size_t kLongestMember = std::size_t{4} << 20;
constexpr std::size_t kLongestKey = 256;
constexpr std::size_t kMostMembers = 1000;

bool isSpace(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

}  // namespace

TopLevel::Stop TopLevel::read(std::string_view text, std::size_t& at) {
  const auto keep = [&] {
    if (members_.size() + tooLongMembers_.size() < kMostMembers) {
      if (tooLong_) tooLongMembers_.insert(key_);
      else members_[key_] = value_;
    }
    value_.clear();
    tooLong_ = false;
    state_ = State::Between;
  };
  for (; at < text.size(); ++at) {
    const char c = text[at];
    switch (state_) {
      case State::Start:
        // A byte-order mark may come first.
        if (isSpace(c) || c == '\xEF' || c == '\xBB' || c == '\xBF') break;
        if (c == '[') {
          bareArray_ = foundEvents_ = true;
          state_ = State::Between;
          ++at;
          return Stop::Events;
        }
        if (c != '{') return Stop::NotTheStart;
        state_ = State::Between;
        break;
      case State::Between:
        if (c == '"') {
          key_.clear();
          state_ = State::Key;
        } else if (c == '}' || (bareArray_ && c == ']')) {
          state_ = State::Done;
        }
        break;
      case State::Key:
        if (escaped_) {
          escaped_ = false;
        } else if (c == '\\') {
          escaped_ = true;
        } else if (c == '"') {
          state_ = State::Colon;
          break;
        }
        if (key_.size() < kLongestKey) key_.push_back(c);
        break;
      case State::Colon:
        if (c == ':') state_ = State::Value;
        break;
      case State::Value:
        if (isSpace(c)) break;
        if (c == '[' && key_ == "traceEvents") {
          foundEvents_ = true;
          state_ = State::Between;
          ++at;
          return Stop::Events;
        }
        state_ = State::Inside;
        depth_ = 0;
        [[fallthrough]];
      case State::Inside:
        if (inString_) {
          if (escaped_) escaped_ = false;
          else if (c == '\\') escaped_ = true;
          else if (c == '"') inString_ = false;
        } else if (c == '"') {
          inString_ = true;
        } else if (c == '{' || c == '[') {
          ++depth_;
        } else if (depth_ == 0 && (c == ',' || c == '}')) {
          keep();
          if (c == '}') state_ = State::Done;
          break;
        } else if (c == '}' || c == ']') {
          --depth_;
        }
        if (value_.size() < kLongestMember) value_.push_back(c);
        else tooLong_ = true;
        break;
      case State::Done: return Stop::End;
    }
  }
  return state_ == State::Done ? Stop::End : Stop::NeedMore;
}

}  // namespace stepscope
