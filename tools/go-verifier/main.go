// Checks logs and proofs of this project with code that nobody here wrote: golang.org/x/mod/sumdb/note and tlog, which
// verify Go's own log of modules. Reads one JSON object from standard input and answers with another: of everything that
// it was asked about, "" where it was accepted, or why it was not.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// A tile of C2SP's tlog-tiles has 2^8 hashes; Go says so in the paths of its tiles, C2SP does not.
const tileHeight = 8

type proofFile struct {
	Market struct{ Definition, Proof string }
	Entry  struct{ Frame, Proof string }
	Exit   struct{ Frame, Proof string }
	Added  []struct{ Frame, Proof string }
	Key    string

	Signature string
}

type inclusion struct {
	Size, Index int64
	Root, Entry []byte
	Proof       [][]byte
}

type consistency struct {
	First, Second         int64
	FirstRoot, SecondRoot []byte
	Proof                 [][]byte
}

// What is proven here of a log from its tiles alone.
type tiles struct {
	Size          int64
	Root          []byte
	Tiles         map[string][]byte
	Inclusions    []inclusion
	Consistencies []consistency
}

type question struct {
	Key           string
	Checkpoints   []string
	Files         []string
	Inclusions    []inclusion
	Consistencies []consistency
	Tiles         []tiles
}

func hashOf(data []byte) (hash tlog.Hash) {
	copy(hash[:], data)
	return hash
}

func hashesOf(list [][]byte) []tlog.Hash {
	hashes := []tlog.Hash{}
	for _, data := range list {
		hashes = append(hashes, hashOf(data))
	}
	return hashes
}

func openNote(text string, key string) (*note.Note, error) {
	verifier, err := note.NewVerifier(key)
	if err != nil {
		return nil, err
	}
	return note.Open([]byte(text), note.VerifierList(verifier))
}

func openCheckpoint(text string, key string) (size int64, root tlog.Hash, err error) {
	opened, err := openNote(text, key)
	if err != nil {
		return 0, root, err
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != opened.Sigs[0].Name {
		return 0, root, fmt.Errorf("no checkpoint")
	}
	if size, err = strconv.ParseInt(lines[1], 10, 64); err != nil {
		return 0, root, err
	}
	root, err = tlog.ParseHash(lines[2])
	return size, root, err
}

// A tlog-proof: the index and the hashes before the first empty line, and the checkpoint after it.
func checkProof(entry string, proof string, key string) error {
	head, checkpoint, _ := strings.Cut(proof, "\n\n")
	lines := strings.Split(head, "\n")
	if len(lines) < 2 || lines[0] != "c2sp.org/tlog-proof@v1" {
		return fmt.Errorf("no tlog-proof")
	}
	index, err := strconv.ParseInt(strings.TrimPrefix(lines[1], "index "), 10, 64)
	if err != nil {
		return err
	}
	hashes := tlog.RecordProof{}
	for _, line := range lines[2:] {
		hash, err := tlog.ParseHash(line)
		if err != nil {
			return err
		}
		hashes = append(hashes, hash)
	}
	size, root, err := openCheckpoint(checkpoint, key)
	if err != nil {
		return err
	}
	data, err := base64.StdEncoding.DecodeString(entry)
	if err != nil {
		return err
	}
	return tlog.CheckRecord(hashes, size, root, index, tlog.RecordHash(data))
}

func checkFile(text string) error {
	var file proofFile
	if err := json.Unmarshal([]byte(text), &file); err != nil {
		return err
	}
	signed, err := openNote(file.Signature, file.Key)
	if err != nil {
		return err
	}
	end := strings.LastIndex(text, ",\n  \"signature\": ")
	if end < 0 {
		return fmt.Errorf("no signature")
	}
	digest := sha256.Sum256([]byte(text[:end] + "\n}\n"))
	if signed.Text != fmt.Sprintf("plecho-proof@1\n%s\n%x\n", signed.Sigs[0].Name, digest) {
		return fmt.Errorf("another file was signed")
	}
	if err := checkProof(file.Market.Definition, file.Market.Proof, file.Key); err != nil {
		return err
	}
	if err := checkProof(file.Entry.Frame, file.Entry.Proof, file.Key); err != nil {
		return err
	}
	for _, added := range file.Added {
		if err := checkProof(added.Frame, added.Proof, file.Key); err != nil {
			return err
		}
	}
	return checkProof(file.Exit.Frame, file.Exit.Proof, file.Key)
}

func checkInclusion(it inclusion) error {
	return tlog.CheckRecord(hashesOf(it.Proof), it.Size, hashOf(it.Root), it.Index, tlog.RecordHash(it.Entry))
}

func checkConsistency(it consistency) error {
	return tlog.CheckTree(hashesOf(it.Proof), it.Second, hashOf(it.SecondRoot), it.First, hashOf(it.FirstRoot))
}

func (it tiles) Height() int { return tileHeight }

func (it tiles) SaveTiles([]tlog.Tile, [][]byte) {}

func (it tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	read := [][]byte{}
	for _, tile := range wanted {
		path := strings.Replace(tile.Path(), fmt.Sprintf("tile/%d/", tileHeight), "tile/", 1)
		data, ok := it.Tiles[path]
		if !ok {
			return nil, fmt.Errorf("no %s", path)
		}
		read = append(read, data)
	}
	return read, nil
}

func isSame(ours [][]byte, theirs []tlog.Hash) bool {
	if len(ours) != len(theirs) {
		return false
	}
	for at, hash := range theirs {
		if !bytes.Equal(ours[at], hash[:]) {
			return false
		}
	}
	return true
}

// That the tiles lead to the root, and that the proofs made of them here are those that were made there.
func checkTiles(it tiles) error {
	reader := tlog.TileHashReader(tlog.Tree{N: it.Size, Hash: hashOf(it.Root)}, it)
	for _, each := range it.Inclusions {
		proof, err := tlog.ProveRecord(it.Size, each.Index, reader)
		if err != nil {
			return err
		}
		if !isSame(each.Proof, proof) {
			return fmt.Errorf("another proof of inclusion of %d", each.Index)
		}
	}
	for _, each := range it.Consistencies {
		proof, err := tlog.ProveTree(it.Size, each.First, reader)
		if err != nil {
			return err
		}
		if !isSame(each.Proof, proof) {
			return fmt.Errorf("another proof of consistency with %d", each.First)
		}
	}
	return nil
}

// What became of each of some questions.
func answers[T any](questions []T, check func(T) error) []string {
	said := []string{}
	for _, each := range questions {
		if err := check(each); err != nil {
			said = append(said, err.Error())
		} else {
			said = append(said, "")
		}
	}
	return said
}

func main() {
	var asked question
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	checkCheckpoint := func(text string) error {
		_, _, err := openCheckpoint(text, asked.Key)
		return err
	}
	answer := map[string][]string{
		"checkpoints":   answers(asked.Checkpoints, checkCheckpoint),
		"files":         answers(asked.Files, checkFile),
		"inclusions":    answers(asked.Inclusions, checkInclusion),
		"consistencies": answers(asked.Consistencies, checkConsistency),
		"tiles":         answers(asked.Tiles, checkTiles),
	}
	if err := json.NewEncoder(os.Stdout).Encode(answer); err != nil {
		os.Exit(1)
	}
}
