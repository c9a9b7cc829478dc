module heliostat/tests/upstream/lua

go 1.25.0

require github.com/yuin/gopher-lua v1.1.2
