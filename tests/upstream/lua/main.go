// Runs health checks in the Lua that Argo CD runs them in, with the libraries that it opens (argo-cd 3.6, util/lua/lua.go, runLua).
// A line in is {"script": …, "object": …}; a line out is what the check answers, or {"error": …}.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	lua "github.com/yuin/gopher-lua"
)

type question struct {
	Script string
	Object map[string]any
}

func main() {
	in, out := json.NewDecoder(bufio.NewReader(os.Stdin)), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for {
		var asked question
		if err := in.Decode(&asked); err == io.EOF {
			return
		} else if err != nil {
			panic(err)
		}
		answer, err := json.Marshal(healthOf(asked))
		if err != nil {
			panic(err)
		}
		fmt.Fprintln(out, string(answer))
	}
}

func healthOf(asked question) map[string]string {
	state := lua.NewState(lua.Options{SkipOpenLibs: true})
	defer state.Close()
	for name, open := range map[string]lua.LGFunction{lua.LoadLibName: lua.OpenPackage, lua.BaseLibName: lua.OpenBase, lua.TabLibName: lua.OpenTable} {
		if err := state.CallByParam(lua.P{Fn: state.NewFunction(open), Protect: true}, lua.LString(name)); err != nil {
			panic(err)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	state.SetContext(ctx)
	state.SetGlobal("obj", luaValue(state, asked.Object))
	if err := state.DoString(asked.Script); err != nil {
		return map[string]string{"error": err.Error()}
	}
	answer, ok := state.Get(-1).(*lua.LTable)
	if !ok {
		return map[string]string{"error": "no table: " + state.Get(-1).String()}
	}
	said := map[string]string{}
	answer.ForEach(func(name, value lua.LValue) { said[name.String()] = value.String() })
	return said
}

func luaValue(state *lua.LState, value any) lua.LValue {
	switch value := value.(type) {
	case bool:
		return lua.LBool(value)
	case float64:
		return lua.LNumber(value)
	case string:
		return lua.LString(value)
	case []any:
		table := state.CreateTable(len(value), 0)
		for _, item := range value {
			table.Append(luaValue(state, item))
		}
		return table
	case map[string]any:
		table := state.CreateTable(0, len(value))
		for name, item := range value {
			table.RawSetH(lua.LString(name), luaValue(state, item))
		}
		return table
	default:
		return lua.LNil
	}
}
