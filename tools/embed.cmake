# Turn text files into a C file with a zero-terminated array each: sgi_web_report_css for report.css.
# Usage: cmake -DOUT=web_files.c "-DFILES=a.html;b.css" -P tools/embed.cmake
set(code "/* Made by tools/embed.cmake from the files in web/. */\n#include \"report/web_files.h\"\n")
foreach(file ${FILES})
    get_filename_component(name ${file} NAME)
    string(REPLACE "." "_" name ${name})
    file(READ ${file} bytes HEX)
    string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
    string(APPEND code "\nconst char sgi_web_${name}[] = {\n${bytes}0};\n")
endforeach()
file(WRITE ${OUT} "${code}")
