# Writes a header with a digest of the given sources: cmake -DSOURCES=a;b -DOUTPUT=x.hpp -P this
# What was computed by the native module can so be told apart from what other code computed.
set(digests "")
foreach(source IN LISTS SOURCES)
  file(SHA256 ${source} digest)
  string(APPEND digests ${digest})
endforeach()
string(SHA256 digest "${digests}")
file(WRITE ${OUTPUT} "inline constexpr const char* kSourceDigest = \"${digest}\";\n")
