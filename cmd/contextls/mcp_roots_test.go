package main

//lint:file-ignore SA1019 MCP retires roots, but they are how the clients of today say where they work.

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/contextls/contextls/lsp/protocol"
)

// TestMCPRoots gives no folder: the client's roots are it, and what is no folder here is passed over.
func TestMCPRoots(t *testing.T) {
	one, two := shop(t), shop(t)
	write(t, filepath.Join(two, "extra.py"), "def extra():\n    pass\n")
	for _, version := range versions() {
		client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
		client.AddRoots(&mcp.Root{URI: protocol.URI(one)}, &mcp.Root{URI: protocol.URI(two)},
			&mcp.Root{URI: protocol.URI(filepath.Join(one, "gone"))}, &mcp.Root{URI: protocol.URI(filepath.Join(one, "app.py"))})
		session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: contextls(t, t.TempDir(), "mcp")},
			&mcp.ClientSessionOptions{ProtocolVersion: version})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { session.Close() })

		names := map[bool]string{}
		for _, name := range []string{"shop", "shop-2"} {
			text, _ := call(t, session, "repo_map", map[string]any{"folder": name})
			contains(t, text, "store/cart.py:")
			names[strings.Contains(text, "extra.py")] = name
		}
		if len(names) != 2 {
			t.Fatalf("%s: the folders are not told apart", version)
		}
		text, _ := call(t, session, "repo_map", map[string]any{"folder": two})
		contains(t, text, "extra.py")
		text, _ = call(t, session, "pack", map[string]any{"targets": []string{filepath.Join(two, "extra.py")}})
		contains(t, text, "def extra()")
		text, _ = call(t, session, "pack", map[string]any{"targets": []string{"extra.py"}, "folder": names[true]})
		contains(t, text, "def extra()")

		list, err := session.ListResources(t.Context(), nil)
		if err != nil || len(list.Resources) != 2 {
			t.Fatalf("%v, %+v", err, list)
		}
		read, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "contextls://repo-map/shop-2"})
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(read.Contents[0].Text, "extra.py") != (names[true] == "shop-2") {
			t.Errorf("%s: the map of another folder:\n%s", version, read.Contents[0].Text)
		}
	}
}

// TestMCPRootsRead has the first thing that asks for a folder be the reading of a resource.
func TestMCPRootsRead(t *testing.T) {
	dir := shop(t)
	for _, version := range versions() {
		client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
		client.AddRoots(&mcp.Root{URI: protocol.URI(dir)})
		session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: contextls(t, t.TempDir(), "mcp")},
			&mcp.ClientSessionOptions{ProtocolVersion: version})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { session.Close() })
		read, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "contextls://repo-map"})
		if err != nil {
			t.Fatal(err)
		}
		contains(t, read.Contents[0].Text, "store/cart.py:")
	}
}

// TestMCPWorkingDirectory has neither a folder nor roots: it is the project that the server was started in.
func TestMCPWorkingDirectory(t *testing.T) {
	dir := shop(t)
	for _, version := range versions() {
		session := connectTo(t, contextls(t, filepath.Join(dir, "store"), "mcp"), version, offeringNothing())
		text, _ := call(t, session, "repo_map", nil)
		contains(t, text, "store/cart.py:", "app.py:")

		session = connectTo(t, contextls(t, filepath.Join(dir, "store"), "mcp", "."), version, offeringNothing())
		text, _ = call(t, session, "repo_map", nil)
		contains(t, text, "cart.py:")
		if strings.Contains(text, "app.py") {
			t.Errorf("a folder that was given is widened:\n%s", text)
		}

		session = connectTo(t, contextls(t, filepath.VolumeName(dir)+string(filepath.Separator), "mcp"), version, offeringNothing())
		if text, result := call(t, session, "repo_map", nil); !result.IsError || !strings.Contains(text, "is no project") {
			t.Errorf("a whole disk: %q", text)
		}
	}
}

func TestMCPWrongFolder(t *testing.T) {
	cmd := contextls(t, t.TempDir(), "mcp", "gone")
	out, err := cmd.CombinedOutput()
	if err == nil || cmd.ProcessState.ExitCode() != exitFailed || !strings.Contains(string(out), "gone") {
		t.Errorf("%v, %q", err, out)
	}
}
