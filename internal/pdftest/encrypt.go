package pdftest

import (
	"crypto/md5"
	"crypto/rc4"
	"encoding/binary"
	"fmt"
)

// fileID is the first element of the trailer's /ID, which goes into the key.
const fileID = "pdftest file id."

// permissions allows everything (ISO 32000-2, Table 22).
const permissions = -4

// padding fills passwords up to 32 bytes (ISO 32000-2, 7.6.4.3.2, step a).
const padding = "\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08" +
	"\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A"

// A lock encrypts streams with the standard security handler, V 2 and R 3.
// It leaves strings alone: a test that needs strings in a locked file puts
// them into a content stream or an object stream.
type lock struct{ key, user, owner []byte }

func newLock(user, owner string) *lock {
	if owner == "" {
		owner = user
	}
	l := &lock{owner: ownerEntry(user, owner)}
	l.key = fileKey(user, l.owner)
	// Algorithm 5: the /U entry.
	sum := md5.Sum([]byte(padding + fileID))
	l.user = append(cascade(l.key, sum[:]), make([]byte, 16)...)
	return l
}

// entries returns the entries of the encryption dictionary.
func (l *lock) entries() string {
	return fmt.Sprintf("/Filter /Standard /V 2 /R 3 /Length 128 /P %d /O <%x> /U <%x>", permissions, l.owner, l.user)
}

// encrypt encrypts the stream of object n (ISO 32000-2, 7.6.3.2, algorithm 1).
func (l *lock) encrypt(n int, data []byte) []byte {
	sum := md5.Sum(append(append([]byte(nil), l.key...), byte(n), byte(n>>8), byte(n>>16), 0, 0))
	return cipher(sum[:], data)
}

// ownerEntry is algorithm 3.
func ownerEntry(user, owner string) []byte {
	sum := md5.Sum([]byte((owner + padding)[:32]))
	for range 50 {
		sum = md5.Sum(sum[:])
	}
	return cascade(sum[:], []byte((user + padding)[:32]))
}

// fileKey is algorithm 2.
func fileKey(user string, owner []byte) []byte {
	in := append([]byte((user + padding)[:32]), owner...)
	p := int32(permissions)
	in = binary.LittleEndian.AppendUint32(in, uint32(p))
	sum := md5.Sum(append(in, fileID...))
	for range 50 {
		sum = md5.Sum(sum[:])
	}
	return sum[:]
}

// cascade encrypts with the key and then with its 19 variants.
func cascade(key, data []byte) []byte {
	k := make([]byte, len(key))
	for i := range 20 {
		for j := range k {
			k[j] = key[j] ^ byte(i)
		}
		data = cipher(k, data)
	}
	return data
}

func cipher(key, data []byte) []byte {
	c, err := rc4.NewCipher(key)
	if err != nil {
		panic(err) // only for a key of the wrong length
	}
	out := make([]byte, len(data))
	c.XORKeyStream(out, data)
	return out
}
