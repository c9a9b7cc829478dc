// Reads files as kubectl and Argo CD do. A line in is the content of a file in base64, as a JSON text; a line out is a JSON object with
// either the "documents" of the file, those that are null left out, or the "error" that reading them ends in.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"k8s.io/apimachinery/pkg/util/yaml"
	kubernetes "sigs.k8s.io/yaml"
)

func main() {
	in, out := json.NewDecoder(bufio.NewReader(os.Stdin)), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for {
		var content []byte
		if err := in.Decode(&content); err == io.EOF {
			return
		} else if err != nil {
			panic(err)
		}
		documents, err := read(content)
		answer := map[string]any{"documents": documents}
		if err != nil {
			answer = map[string]any{"error": err.Error()}
		}
		line, err := json.Marshal(answer)
		if err != nil {
			panic(err)
		}
		fmt.Fprintln(out, string(line))
	}
}

func read(content []byte) ([]json.RawMessage, error) {
	if yaml.IsJSONBuffer(content) {
		if documents, err := asJSON(content); err == nil {
			return documents, nil
		}
	}
	return asYAML(content)
}

// asJSON reads JSON values one after the other.
func asJSON(content []byte) ([]json.RawMessage, error) {
	documents := []json.RawMessage{}
	in := json.NewDecoder(bytes.NewReader(content))
	for {
		var document any
		in.UseNumber()
		if err := in.Decode(&document); errors.Is(err, io.EOF) {
			return documents, nil
		} else if err != nil {
			return nil, err
		}
		written, err := json.Marshal(document)
		if err != nil {
			return nil, err
		}
		documents = append(documents, written)
	}
}

// asYAML reads what stands between lines of `---`.
func asYAML(content []byte) ([]json.RawMessage, error) {
	documents := []json.RawMessage{}
	in := yaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(content)))
	for {
		text, err := in.Read()
		if errors.Is(err, io.EOF) {
			return documents, nil
		} else if err != nil {
			return nil, err
		}
		document, err := kubernetes.YAMLToJSON(text)
		if err != nil {
			return nil, err
		}
		if string(document) != "null" {
			documents = append(documents, document)
		}
	}
}
