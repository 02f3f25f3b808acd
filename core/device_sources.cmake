# Writes a header with the texts of sources: cmake -DFOLDER=f -DSOURCES=a;b -DOUTPUT=x.hpp -P this
set(text "inline constexpr std::pair<std::string_view, std::string_view> kDeviceSources[] = {\n")
foreach(source IN LISTS SOURCES)
  file(READ ${FOLDER}/${source} content)
  string(APPEND text "{\"${source}\", R\"optimeter(${content})optimeter\"},\n")
endforeach()
string(APPEND text "};\n")
file(WRITE ${OUTPUT} "${text}")
