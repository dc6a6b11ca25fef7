# cmake -D OUT=file.cpp -D ROOT=source/root -D "FILES=a.h,b.h" -P embed_text.cmake: writes the files' text as a table of string literals.
string(REPLACE "," ";" FILES "${FILES}")
set(text "#include \"core/backend/cuda/base/kernel_sources.h\"\n\nnamespace stepscope::cuda {\n\nstd::span<const SourceFile> kernelSources() {\n  static const SourceFile files[] = {\n")
foreach(file ${FILES})
  file(READ "${ROOT}/${file}" content)
  string(APPEND text "{\"${file}\", R\"text(${content})text\"},\n")
endforeach()
string(APPEND text "  };\n  return files;\n}\n\n}  // namespace stepscope::cuda\n")
file(WRITE "${OUT}" "${text}")
