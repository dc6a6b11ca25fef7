#include "core/data/images/picture_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <set>
#include <string_view>

#include "core/base/error.h"
#include "core/base/lower.h"
#include "core/data/images/image_codecs.h"

namespace stepscope {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void throwUnreadable(const fs::path& folder, const std::error_code& error) {
  throw Error(ErrorKind::Input, folder.string(), "the folder cannot be read (" + error.message() + ")", "Check its permissions");
}

// The contents of a folder: real entries before links, so that a folder is found by its own path if possible; both sorted by name.
std::vector<fs::directory_entry> entriesOf(const fs::path& folder) {
  std::vector<fs::directory_entry> entries;
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) entries.push_back(*entry);
  if (failed) throwUnreadable(folder, failed);
  std::sort(entries.begin(), entries.end(), [](const fs::directory_entry& a, const fs::directory_entry& b) {
    std::error_code ignored;
    const bool linkA = a.is_symlink(ignored), linkB = b.is_symlink(ignored);
    return linkA != linkB ? linkB : a.path().native() < b.path().native();
  });
  return entries;
}

fs::path realPath(const fs::path& path) {
  std::error_code failed;
  fs::path real = fs::canonical(path, failed);
  return failed ? path : real;
}

// Whether `folder` is `other` or is above it.
bool holds(const fs::path& folder, const fs::path& other) {
  return std::mismatch(folder.begin(), folder.end(), other.begin(), other.end()).first == folder.end();
}

// Extensions without a meaning: "", ".001", ".jpg_large", ".png?size=2", ".4f8a01c9".
bool saysNothing(const std::string& extension) {
  constexpr std::size_t kLongest = 6;
  return extension.size() <= 1 || extension.size() > kLongest || extension.starts_with(".jpg") || extension.starts_with(".png") ||
         extension.find_first_not_of("0123456789", 1) == std::string::npos;
}

bool beginsAsPicture(const std::string& file) {
  std::error_code failed;
  if (!fs::is_regular_file(file, failed)) return false;
  std::ifstream in(file, std::ios::binary);
  std::array<std::uint8_t, 16> head{};
  in.read(reinterpret_cast<char*>(head.data()), head.size());
  return codecOf(std::span(head).first(static_cast<std::size_t>(in.gcount()))) != nullptr;
}

// Whether the file has a format that older versions could not read. They gave the user a command that writes a PNG file beside each.
bool mayBeConverted(const fs::path& file) {
  const std::string extension = lower(file.extension().string());
  return std::ranges::any_of(std::initializer_list<std::string_view>{".bmp", ".gif", ".webp", ".tif", ".tiff"},
                             [&](std::string_view one) { return extension == one; });
}

// Whether the same image also exists as a PNG file.
bool hasPngBeside(const fs::path& file) {
  std::error_code failed;
  fs::path renamed = file;
  return fs::exists(renamed.replace_extension(".png"), failed) || fs::exists(file.string() + ".png", failed);
}

std::string leadsBack(const fs::path& link) {
  return link.string() + ": left out, because the link points to a folder that contains it";
}

class Walk {
 public:
  Walk(PictureFiles& found, const std::function<void(std::size_t)>& each) : found_(found), each_(each) {}

  void look(const fs::path& folder) {
    const fs::path real = realPath(folder);
    if (!seen_.insert(real.native()).second) return;
    for (const fs::directory_entry& entry : entriesOf(folder)) {
      const fs::path& path = entry.path();
      if (isHiddenName(path.filename().string())) continue;
      std::error_code failed;
      const bool link = entry.is_symlink(failed);
      if (entry.is_directory(failed)) {
        if (link && holds(realPath(path), real)) found_.links.push_back(leadsBack(path));
        else look(path);
        continue;
      }
      const FileKind kind = imageFileKind(path.string());
      if (kind == FileKind::NotImage) continue;
      if (link && !fs::exists(path, failed)) {
        found_.links.push_back(path.string() + ": left out, because the target of the link does not exist");
        continue;
      }
      if ((kind == FileKind::OtherImage || mayBeConverted(path)) && hasPngBeside(path)) continue;
      (kind == FileKind::Image ? found_.files : found_.others).push_back(path.string());
      if (kind == FileKind::Image) each_(found_.files.size());
    }
  }

 private:
  PictureFiles& found_;
  const std::function<void(std::size_t)>& each_;
  std::set<fs::path::string_type> seen_;  // real paths of folders: each is scanned only once
};

}  // namespace

FileKind imageFileKind(const std::string& file) {
  const std::string extension = lower(fs::path(file).extension().string());
  for (const ImageCodecDef& codec : imageCodecs())
    if (std::ranges::find(codec.extensions, extension) != codec.extensions.end()) return FileKind::Image;
  for (const char* other : {".heic", ".heif", ".avif", ".ppm", ".pgm", ".pbm", ".jp2", ".tga", ".psd"}) {
    if (extension == other) return FileKind::OtherImage;
  }
  return saysNothing(extension) && beginsAsPicture(file) ? FileKind::Image : FileKind::NotImage;
}

bool isHiddenName(const std::string& name) {
  // Names created by servers (Synology, QNAP, NetApp), file systems, Windows, archives made on a Mac, and version control.
  // clang-format off
  static constexpr std::array<std::string_view, 27> names = {
      "__macosx",  "@eadir",     "@tmp",     "@recycle",  "@__thumb", "@sharebin",  "@recently-snapshot", "#recycle",             "#snapshot",
      "~snapshot", "lost+found", "$recycle.bin", "recycler", "recycled", "$extend", "found.000",           "system volume information", "thumbs.db",
      "ehthumbs.db", "desktop.ini", "network trash folder", "temporary items", "__pycache__", "cvs", "rcs", "sccs", "_svn"};
  // clang-format on
  return name.empty() || name[0] == '.' || std::find(names.begin(), names.end(), lower(name)) != names.end();
}

PictureFiles picturesBelow(const std::string& folder, const std::function<void(std::size_t)>& each) {
  PictureFiles found;
  Walk(found, each).look(folder);
  std::sort(found.files.begin(), found.files.end());
  std::sort(found.others.begin(), found.others.end());
  return found;
}

bool holdsPicture(const fs::path& folder, std::size_t most) {
  std::error_code failed;
  std::size_t looked = 0;
  const auto options = fs::directory_options::skip_permission_denied | fs::directory_options::follow_directory_symlink;
  for (fs::recursive_directory_iterator entry(folder, options, failed), end; !failed && entry != end && ++looked < most; entry.increment(failed)) {
    if (isHiddenName(entry->path().filename().string())) {
      entry.disable_recursion_pending();
      continue;
    }
    if (imageFileKind(entry->path().string()) == FileKind::Image) return true;
  }
  return false;
}

std::vector<std::string> picturesIn(const std::string& folder) {
  std::vector<std::string> found;
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
    std::error_code ignored;
    if (entry->is_directory(ignored) || isHiddenName(entry->path().filename().string())) continue;
    if (imageFileKind(entry->path().string()) == FileKind::Image) found.push_back(entry->path().string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

SubFolders subFolders(const std::string& folder) {
  SubFolders found;
  const fs::path real = realPath(folder);
  for (const fs::directory_entry& entry : entriesOf(folder)) {
    const std::string name = entry.path().filename().string();
    std::error_code failed;
    if (isHiddenName(name) || !entry.is_directory(failed)) continue;
    if (entry.is_symlink(failed) && holds(realPath(entry.path()), real)) found.links.push_back(leadsBack(entry.path()));
    else found.names.push_back(name);
  }
  std::sort(found.names.begin(), found.names.end());
  return found;
}

}  // namespace stepscope
