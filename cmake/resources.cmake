# Files that are compiled in as they are.

# vega_script(OUTPUT): the chart library Vega in one script, from Debian's libjs-vega, which has it in modules that ask
# for each other by `require`; its licence stands at the top. The script gives the page `vega`.
function(vega_script output)
  # Without maps, forces, hierarchies and the like, which no chart here needs. NAME or FILE=NAME where they differ.
  set(modules vega-util vega-time vega-format vega-loader vega-dataflow vega-canvas vega-statistics vega-scale
    vega-scenegraph vega-transforms vega-view-transforms vega-encode vega-expression vega-selection=vega-selections
    vega-event-selector vega-functions vega-runtime vega-parser vega-view vega-interpreter)
  find_path(VEGA_DIR vega-view.min.js PATHS /usr/share/javascript/vega /usr/share/nodejs/vega/build
    DOC "The folder of Debian's libjs-vega")
  find_file(VEGA_LICENSE copyright PATHS /usr/share/doc/libjs-vega DOC "The licence of Vega")
  if(NOT VEGA_DIR OR NOT VEGA_LICENSE)
    message(FATAL_ERROR "Vega, which draws the charts of balak report, is not there: install libjs-vega, or set "
      "VEGA_DIR and VEGA_LICENSE")
  endif()
  file(READ ${VEGA_LICENSE} license)
  string(REPLACE "*/" "* /" license "${license}")
  set(script "/*\n${license}*/\nconst vega = (() => {\n'use strict';\n")
  string(APPEND script "const modules = {};\nconst require = name => modules[name];\n")
  foreach(module IN LISTS modules)
    string(REGEX MATCH "([^=]+)=?(.*)" unused ${module})
    set(name ${CMAKE_MATCH_2})
    if(NOT name)
      set(name ${module})
    endif()
    file(READ ${VEGA_DIR}/${CMAKE_MATCH_1}.min.js text)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${VEGA_DIR}/${CMAKE_MATCH_1}.min.js)
    # Nothing may ask for another file.
    string(REGEX REPLACE "//# sourceMappingURL=[^\n]*" "" text "${text}")
    string(APPEND script "{ const module = {}, exports = modules['${name}'] = {};\n${text}\n}\n")
  endforeach()
  string(APPEND script "Object.assign(modules['vega-dataflow'].transforms, modules['vega-transforms'],
  modules['vega-view-transforms'], modules['vega-encode']);
return {parse: modules['vega-parser'].parse, View: modules['vega-view'].View,
  expressionInterpreter: modules['vega-interpreter'].expressionInterpreter};
})();\n")
  file(CONFIGURE OUTPUT ${output} CONTENT "@script@" @ONLY)
endfunction()

# resources(OUTPUT HEADER NAMESPACE FILE...): a source file that defines balak::NAMESPACE::resource, which HEADER
# declares and which returns the text of the file of a name. The assembler reads the files, which takes no time; gcc takes
# seconds for half a megabyte of array.
function(resources output header namespace_of)
  set(assembly "")
  set(symbols "")
  set(rows "")
  set(number 0)
  foreach(file IN LISTS ARGN)
    get_filename_component(name ${file} NAME)
    math(EXPR number "${number} + 1")
    set(symbol balak_${namespace_of}_resource_${number})
    string(APPEND assembly "
    .hidden ${symbol}, ${symbol}_end
    .global ${symbol}, ${symbol}_end
${symbol}:
    .incbin \"${file}\"
${symbol}_end:
    .byte 0")
    string(APPEND symbols "extern const char ${symbol}[];\nextern const char ${symbol}_end[];\n")
    string(APPEND rows "        {\"${name}\", {${symbol}, ${symbol}_end}},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${output} CONTENT [[
#include "@header@"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>

__asm__(R"(
    .pushsection .rodata@assembly@
    .popsection
)");

extern "C" {
@symbols@}

namespace balak::@namespace_of@ {

std::string_view resource(std::string_view name) {
    const std::array<std::pair<std::string_view, std::string_view>, @number@> all{{
@rows@    }};
    const auto* const found = std::ranges::find(all, name, [](const auto& one) { return one.first; });
    if (found == all.end()) {
        throw std::logic_error("no file was compiled in as " + std::string(name));
    }
    return found->second;
}

} // namespace balak::@namespace_of@
]] @ONLY)
  set_source_files_properties(${output} PROPERTIES OBJECT_DEPENDS "${ARGN}")
endfunction()
