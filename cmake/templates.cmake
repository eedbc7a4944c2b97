# Writes a source file that holds the files of examples/bots/ and balak/bot.h: src/bots/templates.hpp.
# bot_templates(OUTPUT)
function(bot_templates output)
  set(arrays "")
  set(rows "")
  # A bot's folder, and its files: NAME=PATH IN THE REPOSITORY.
  foreach(language_files
      "python bot.py=examples/bots/python/bot.py README.md=examples/bots/python/README.md"
      "javascript bot.js=examples/bots/javascript/bot.js README.md=examples/bots/javascript/README.md"
      "c bot.c=examples/bots/c/bot.c README.md=examples/bots/c/README.md balak/bot.h=include/balak/bot.h"
      "cpp bot.cpp=examples/bots/cpp/bot.cpp README.md=examples/bots/cpp/README.md balak/bot.h=include/balak/bot.h")
    separate_arguments(files UNIX_COMMAND "${language_files}")
    list(POP_FRONT files language)
    set(items "")
    foreach(file IN LISTS files)
      string(REPLACE "=" ";" parts "${file}")
      list(GET parts 0 name)
      list(GET parts 1 path)
      file(READ ${PROJECT_SOURCE_DIR}/${path} text)
      string(APPEND items "    {\"${name}\", R\"balak(${text})balak\"},\n")
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    endforeach()
    string(APPEND arrays "constexpr TemplateFile ${language}_files[]{\n${items}};\n")
    string(APPEND rows "    {\"${language}\", ${language}_files},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${output} CONTENT [[
#include "bots/templates.hpp"

namespace balak::bots {
namespace {

@arrays@
constexpr Template all[]{
@rows@};

} // namespace

std::span<const Template> templates() {
    return all;
}

} // namespace balak::bots
]] @ONLY)
endfunction()
