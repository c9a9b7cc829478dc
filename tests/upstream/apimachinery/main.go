// Judges spellings of quantities with Kubernetes' own code. A line in is a JSON pair [as written, as we spell it];
// a line out is [whether Kubernetes reads the first, what it stores for the second, whether both are the same amount].
package main

import (
	"bufio"
	"encoding/json"
	"os"

	"k8s.io/apimachinery/pkg/api/resource"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var pair [2]json.RawMessage
		if err := json.Unmarshal(lines.Bytes(), &pair); err != nil {
			panic(err)
		}
		var written, spelled resource.Quantity
		read := json.Unmarshal(pair[0], &written) == nil
		if json.Unmarshal(pair[1], &spelled) != nil {
			_ = out.Encode([]any{read, nil, false})
			continue
		}
		_ = out.Encode([]any{read, spelled, written.Cmp(spelled) == 0})
	}
}
