// Command sumdb checks logs of the gateway with Go's sumdb packages, and makes notes and proofs for the gateway to check.
// It reads one JSON object per line and prints one line: "ok" with what it made, or the reason of a failure.
package main

import (
	"bufio"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"os"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// A Case is a log with its signed checkpoint and proofs, with hashes and leaves in base64.
type Case struct {
	Name        string      `json:"name"`
	Key         string      `json:"key"`
	Note        string      `json:"note"`
	Leaves      [][]byte    `json:"leaves"`
	Index       int64       `json:"index"`
	Inclusion   []tlog.Hash `json:"inclusion"`
	Old         int64       `json:"old"`
	OldRoot     tlog.Hash   `json:"oldRoot"`
	Consistency []tlog.Hash `json:"consistency"`
}

// A Made is a log of Go's packages for the gateway to check.
type Made struct {
	OK          bool        `json:"ok"`
	Error       string      `json:"error,omitempty"`
	Key         string      `json:"key,omitempty"`
	Note        string      `json:"note,omitempty"`
	Inclusion   []tlog.Hash `json:"inclusion,omitempty"`
	Consistency []tlog.Hash `json:"consistency,omitempty"`
}

// Hashes stores the hashes of a tree by Go's index.
type Hashes []tlog.Hash

func (hashes Hashes) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	var found []tlog.Hash
	for _, index := range indexes {
		found = append(found, hashes[index])
	}
	return found, nil
}

func main() {
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(nil, 64<<20)
	for input.Scan() {
		var one Case
		made := Made{}
		err := json.Unmarshal(input.Bytes(), &one)
		if err == nil {
			made, err = check(one)
		}
		if err != nil {
			made = Made{Error: err.Error()}
		}
		line, _ := json.Marshal(made)
		fmt.Println(string(line))
	}
}

func check(one Case) (Made, error) {
	var hashes Hashes
	for index, leaf := range one.Leaves {
		added, err := tlog.StoredHashes(int64(index), leaf, hashes)
		if err != nil {
			return Made{}, err
		}
		hashes = append(hashes, added...)
	}
	size := int64(len(one.Leaves))
	root, err := tlog.TreeHash(size, hashes)
	if err != nil {
		return Made{}, err
	}
	verifier, err := note.NewVerifier(one.Key)
	if err != nil {
		return Made{}, err
	}
	opened, err := note.Open([]byte(one.Note), note.VerifierList(verifier))
	if err != nil {
		return Made{}, err
	}
	if want := checkpoint(one.Name, size, root); opened.Text != want {
		return Made{}, fmt.Errorf("checkpoint %q instead of %q", opened.Text, want)
	}
	if err := tlog.CheckRecord(one.Inclusion, size, root, one.Index, tlog.RecordHash(one.Leaves[one.Index])); err != nil {
		return Made{}, err
	}
	if err := tlog.CheckTree(one.Consistency, size, root, one.Old, one.OldRoot); err != nil {
		return Made{}, err
	}
	return makeLog(one, root, hashes)
}

// makeLog signs the same tree with a key of its own and proves the same leaf and the same older tree.
func makeLog(one Case, root tlog.Hash, hashes Hashes) (Made, error) {
	secret, key, err := note.GenerateKey(rand.Reader, one.Name)
	if err != nil {
		return Made{}, err
	}
	signer, err := note.NewSigner(secret)
	if err != nil {
		return Made{}, err
	}
	size := int64(len(one.Leaves))
	signed, err := note.Sign(&note.Note{Text: checkpoint(one.Name, size, root)}, signer)
	if err != nil {
		return Made{}, err
	}
	inclusion, err := tlog.ProveRecord(size, one.Index, hashes)
	if err != nil {
		return Made{}, err
	}
	consistency, err := tlog.ProveTree(size, one.Old, hashes)
	return Made{OK: err == nil, Key: key, Note: string(signed), Inclusion: inclusion, Consistency: consistency}, err
}

func checkpoint(name string, size int64, root tlog.Hash) string {
	return fmt.Sprintf("%s\n%d\n%s\n", name, size, root)
}
