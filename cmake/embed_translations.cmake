# cmake -D OUT=file.cpp -D FILE=stepscope_zh_CN.ts -P embed_translations.cmake: writes the file's text as a string literal.
file(READ "${FILE}" content)
file(WRITE "${OUT}" "#include \"core/words/language.h\"\n\nnamespace stepscope {\n\nstd::string_view chineseText() {\n  return R\"text(${content})text\";\n}\n\n}  // namespace stepscope\n")
