package pdfobj

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/rc4"
)

// A cryptMethod is a way to encrypt (ISO 32000-2, Table 25).
type cryptMethod uint8

const (
	plainText    cryptMethod = iota
	rc4Method                // V2
	aes128Method             // AESV2
	aes256Method             // AESV3
)

// A fileKey is what decrypts a file. It is immutable.
type fileKey struct {
	key             []byte
	strings         cryptMethod
	streams         cryptMethod
	filters         map[Name]cryptMethod // crypt filters by name
	encryptMetadata bool
}

// An objectKey decrypts the strings of one object. The key is derived when
// the first string comes: most objects have none.
type objectKey struct {
	file     *fileKey
	num, gen int
	key      []byte
}

func (k *fileKey) object(num, gen int) *objectKey {
	if k.strings == plainText {
		return nil
	}
	return &objectKey{file: k, num: num, gen: gen}
}

func (k *objectKey) decryptString(b []byte) []byte {
	if k.key == nil {
		k.key = k.file.derive(k.file.strings, k.num, k.gen)
	}
	c := streamCipher{k.file.strings, k.key}
	// Not interrupted: it takes no longer than parsing the string did.
	return c.decrypt(context.Background(), b)
}

// derive returns the key of an object (ISO 32000-2, 7.6.3.2, algorithm 1).
func (k *fileKey) derive(m cryptMethod, num, gen int) []byte {
	if m == aes256Method {
		return k.key
	}
	b := make([]byte, 0, len(k.key)+9)
	b = append(b, k.key...)
	b = append(b, byte(num), byte(num>>8), byte(num>>16), byte(gen), byte(gen>>8))
	if m == aes128Method {
		b = append(b, "sAlT"...)
	}
	sum := md5.Sum(b)
	return sum[:min(len(k.key)+5, 16)]
}

// A streamCipher decrypts data.
type streamCipher struct {
	method cryptMethod
	key    []byte
}

// decrypt decrypts b in place and returns the plain text in it. Of AES data
// the initial vector, an incomplete last block and the padding are dropped; a
// wrong padding is data. When ctx is done it leaves the rest undecrypted.
func (c *streamCipher) decrypt(ctx context.Context, b []byte) []byte {
	switch c.method {
	case rc4Method:
		r, err := rc4.NewCipher(c.key)
		if err != nil {
			return b
		}
		for i := 0; i < len(b) && ctx.Err() == nil; i += ctxInterval {
			part := b[i:min(i+ctxInterval, len(b))]
			r.XORKeyStream(part, part)
		}
		return b
	case aes128Method, aes256Method:
		block, err := aes.NewCipher(c.key)
		if err != nil {
			return b
		}
		if len(b) < 2*aes.BlockSize {
			return nil
		}
		iv, data := b[:aes.BlockSize], b[aes.BlockSize:]
		data = data[:len(data)&^(aes.BlockSize-1)]
		chain := cipher.NewCBCDecrypter(block, iv)
		for i := 0; i < len(data) && ctx.Err() == nil; i += ctxInterval {
			part := data[i:min(i+ctxInterval, len(data))]
			chain.CryptBlocks(part, part)
		}
		if pad := int(data[len(data)-1]); pad >= 1 && pad <= aes.BlockSize {
			data = data[:len(data)-pad]
		}
		return data
	}
	return b
}

// cipherFor returns how the data of s are decrypted. It has to be the caller's turn.
func (d *Document) cipherFor(s *Stream) streamCipher {
	k := d.key
	// Streams of object streams cannot be; cross-reference streams are never
	// encrypted (ISO 32000-2, 7.5.8.2).
	if k == nil || s.Num == 0 || s.Dict["Type"] == Name("XRef") {
		return streamCipher{}
	}
	method := k.streams
	if s.Dict["Type"] == Name("Metadata") && !k.encryptMetadata {
		method = plainText
	}
	if name, ok := d.cryptFilterOf(s.Dict); ok {
		method = k.filters[name]
	}
	if method == plainText {
		return streamCipher{}
	}
	return streamCipher{method, k.derive(method, s.Num, s.gen)}
}

// cryptFilterOf returns the name of the crypt filter that a stream asks for
// (ISO 32000-2, 7.4.10). Without a name it is Identity.
func (d *Document) cryptFilterOf(dict Dict) (Name, bool) {
	var first, parms Object = d.resolve(dict["Filter"]), d.resolve(dict["DecodeParms"])
	if a, ok := first.(Array); ok {
		if len(a) == 0 {
			return "", false
		}
		first = d.resolve(a[0])
	}
	if first != Name("Crypt") {
		return "", false
	}
	if a, ok := parms.(Array); ok {
		parms = nil
		if len(a) > 0 {
			parms = d.resolve(a[0])
		}
	}
	if p, ok := parms.(Dict); ok {
		if name, ok := d.resolve(p["Name"]).(Name); ok {
			return name, true
		}
	}
	return "Identity", true
}
