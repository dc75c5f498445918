package pdfobj

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/rc4"
	"crypto/sha256"
	"crypto/sha512"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// This file is the standard security handler (ISO 32000-2, 7.6.4) without its
// checks of form. It is asked where pdfcpu refuses a password: an empty owner
// password, a /Perms that does not agree with /P, and passwords with blanks or
// other characters that are not allowed in an identifier.

// passwordPad fills short passwords up to 32 bytes (algorithm 2, step a).
const passwordPad = "\x28\xbf\x4e\x5e\x4e\x75\x8a\x41\x64\x00\x4e\x56\xff\xfa\x01\x08" +
	"\x2e\x2e\x00\xb6\xd0\x68\x3e\x80\x2f\x0c\xa9\xfe\x64\x53\x69\x7a"

func padded(password string) []byte {
	return append([]byte(password), passwordPad...)[:32]
}

// keyFor returns the key of the file if password is the user's or the
// owner's, or nil.
func (e *encryption) keyFor(password string, bits int) []byte {
	if e.r >= 5 {
		return e.key256(password)
	}
	if key := e.userKey(padded(password), bits/8); key != nil {
		return key
	}
	return e.userKey(e.userPassword(password, bits/8), bits/8)
}

// userKey is algorithm 2, checked by algorithm 6.
func (e *encryption) userKey(password []byte, n int) []byte {
	if e.r == 2 {
		n = 5
	}
	h := md5.New()
	h.Write(password)
	h.Write([]byte(e.o))
	h.Write([]byte{byte(e.p), byte(e.p >> 8), byte(e.p >> 16), byte(e.p >> 24)})
	h.Write([]byte(e.id))
	if e.r >= 4 && !e.encryptMetadata {
		h.Write([]byte{0xff, 0xff, 0xff, 0xff})
	}
	key := h.Sum(nil)
	if e.r >= 3 {
		for range 50 {
			sum := md5.Sum(key[:n])
			key = sum[:]
		}
	}
	key = key[:n]
	if e.r == 2 {
		check := []byte(passwordPad)
		cryptRC4(key, check, 0)
		if string(check) == string(e.u) {
			return key
		}
		return nil
	}
	sum := md5.Sum([]byte(passwordPad + string(e.id)))
	check := sum[:]
	for i := range 20 {
		cryptRC4(key, check, byte(i))
	}
	if string(check) == string(e.u[:16]) {
		return key
	}
	return nil
}

// userPassword is algorithm 7: the user's password, out of the owner's.
func (e *encryption) userPassword(owner string, n int) []byte {
	if e.r == 2 {
		n = 5
	}
	sum := md5.Sum(padded(owner))
	if e.r >= 3 {
		for range 50 {
			sum = md5.Sum(sum[:])
		}
	}
	password := []byte(e.o)
	if e.r == 2 {
		cryptRC4(sum[:n], password, 0)
		return password
	}
	for i := 19; i >= 0; i-- {
		cryptRC4(sum[:n], password, byte(i))
	}
	return password
}

// cryptRC4 encrypts b in place with the bytes of key xored with x.
func cryptRC4(key, b []byte, x byte) {
	k := bytes.Clone(key)
	for i := range k {
		k[i] ^= x
	}
	if c, err := rc4.NewCipher(k); err == nil {
		c.XORKeyStream(b, b)
	}
}

// key256 is algorithm 2.A.
func (e *encryption) key256(password string) []byte {
	pw := []byte(password)
	pw = pw[:min(len(pw), 127)]
	hash := e.hash
	if e.r == 5 { // the method of Adobe's extension level 3
		hash = func(pw, salt, user []byte) []byte {
			sum := sha256.Sum256(bytes.Join([][]byte{pw, salt, user}, nil))
			return sum[:]
		}
	}
	for _, c := range [...]struct{ check, sealed, user String }{{e.u, e.ue, ""}, {e.o, e.oe, e.u}} {
		user := []byte(c.user)
		if string(hash(pw, []byte(c.check[32:40]), user)) != string(c.check[:32]) {
			continue
		}
		block, err := aes.NewCipher(hash(pw, []byte(c.check[40:48]), user))
		if err != nil {
			return nil
		}
		key := []byte(c.sealed)
		cipher.NewCBCDecrypter(block, make([]byte, aes.BlockSize)).CryptBlocks(key, key)
		return key
	}
	return nil
}

// hash is algorithm 2.B.
func (e *encryption) hash(pw, salt, user []byte) []byte {
	sum := sha256.Sum256(bytes.Join([][]byte{pw, salt, user}, nil))
	k := sum[:]
	for i := 0; ; i++ {
		b := bytes.Repeat(bytes.Join([][]byte{pw, k, user}, nil), 64)
		block, err := aes.NewCipher(k[:16])
		if err != nil {
			return nil
		}
		cipher.NewCBCEncrypter(block, k[16:32]).CryptBlocks(b, b)
		// The first 16 bytes as a number, modulo 3: 256 is 1 modulo 3.
		mod := 0
		for _, c := range b[:16] {
			mod += int(c)
		}
		switch mod % 3 {
		case 0:
			sum := sha256.Sum256(b)
			k = sum[:]
		case 1:
			sum := sha512.Sum384(b)
			k = sum[:]
		case 2:
			sum := sha512.Sum512(b)
			k = sum[:]
		}
		if i >= 63 && int(b[len(b)-1]) <= i-31 {
			return k[:32]
		}
	}
}

// saslprep returns s as passwords of AES-256 files are written: RFC 4013, of
// which the refusals are left out.
func saslprep(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == 0xad, r == 0x34f, r == 0x1806, r >= 0x180b && r <= 0x180d, r == 0x2060, r >= 0xfe00 && r <= 0xfe0f, r == 0xfeff,
			r == 0x200c, r == 0x200d: // RFC 3454, table B.1: mapped to nothing
			return -1
		case r == 0xa0, r == 0x1680, r >= 0x2000 && r <= 0x200b, r == 0x202f, r == 0x205f, r == 0x3000: // table C.1.2
			return ' '
		}
		return r
	}, s)
	return norm.NFKC.String(s)
}

// latin1 returns s with its runes as bytes, in which passwords of older
// versions are written, or s if some do not fit.
func latin1(s string) string {
	b := make([]byte, 0, len(s))
	for _, r := range s {
		if r > 0xff {
			return s
		}
		b = append(b, byte(r))
	}
	return string(b)
}
