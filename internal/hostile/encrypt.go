package hostile

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/rc4"
	"encoding/binary"
	"fmt"
	"strings"
)

const (
	// fileID is the first element of the trailer's ID.
	fileID = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f"
	// passwordPadding fills passwords up to 32 bytes (ISO 32000-2, 7.6.4.3.2).
	passwordPadding = "\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A"
	permissions     = -44
)

// A lock is the standard security handler of revisions 2 to 4, written after
// ISO 32000-2, 7.6.3 and 7.6.4.
type lock struct {
	revision    int
	key         []byte
	owner, user string
}

func newLock(user string, revision, bytes int) lock {
	rounds := 0
	if revision >= 3 {
		rounds = 50
	}
	hash := func(data string, cut int) []byte {
		sum := md5.Sum([]byte(data))
		for range rounds {
			sum = md5.Sum(sum[:cut])
		}
		return sum[:bytes]
	}
	ownerKey := hash(("o" + passwordPadding)[:32], 16)
	l := lock{revision: revision}
	l.owner = l.cascade(ownerKey, (user + passwordPadding)[:32])
	p := int32(permissions)
	l.key = hash((user + passwordPadding)[:32]+l.owner+string(binary.LittleEndian.AppendUint32(nil, uint32(p)))+fileID, bytes)
	if revision == 2 {
		l.user = rc4Of(l.key, passwordPadding)
	} else {
		sum := md5.Sum([]byte(passwordPadding + fileID))
		l.user = l.cascade(l.key, string(sum[:])) + strings.Repeat("\x00", 16)
	}
	return l
}

// cascade encrypts with the key and, from revision 3 on, with 19 variants.
func (l lock) cascade(key []byte, data string) string {
	data = rc4Of(key, data)
	if l.revision < 3 {
		return data
	}
	for i := 1; i < 20; i++ {
		k := make([]byte, len(key))
		for j := range k {
			k[j] = key[j] ^ byte(i)
		}
		data = rc4Of(k, data)
	}
	return data
}

// objectKey is algorithm 1 for an object of generation 0.
func (l lock) objectKey(n int, salt string) []byte {
	sum := md5.Sum([]byte(string(l.key) + string([]byte{byte(n), byte(n >> 8), byte(n >> 16), 0, 0}) + salt))
	return sum[:min(16, len(l.key)+5)]
}

func rc4Of(key []byte, data string) string {
	c, err := rc4.NewCipher(key)
	if err != nil {
		panic(err) // only for a key of the wrong length
	}
	out := make([]byte, len(data))
	c.XORKeyStream(out, []byte(data))
	return string(out)
}

// aesOf encrypts whole blocks behind their initialization vector.
func aesOf(key []byte, data string) string {
	block, err := aes.NewCipher(key)
	if err != nil {
		panic(err) // only for a key of the wrong length
	}
	iv := []byte(fileID)
	out := make([]byte, len(data))
	cipher.NewCBCEncrypter(block, iv).CryptBlocks(out, []byte(data))
	return string(iv) + string(out)
}

// padded fills up the last block (RFC 8018, 6.1.1).
func padded(data string) string {
	n := 16 - len(data)%16
	return data + strings.Repeat(string(rune(n)), n)
}

// encrypt are bogus encryption dictionaries, and encrypted data with bad
// padding or of odd length.
func encrypt(c *class) {
	const id = "/ID [<000102030405060708090a0b0c0d0e0f> <000102030405060708090a0b0c0d0e0f>]"
	locked := func(dictionary, content, entries string) string {
		return sheet{trailer: "/Encrypt 9 0 R " + id, objects: objects{9: dictionary, contentNumber: stream(entries, content)}}.file()
	}
	rc4Dictionary := func(l lock, v, bits int, extra string) string {
		return fmt.Sprintf("<< /Filter /Standard /V %d /R %d /Length %d /P %d /O <%x> /U <%x> %s >>", v, l.revision, bits, permissions, l.owner, l.user, extra)
	}
	rc4File := func(user string, v, revision, bytes int, extra string) string {
		l := newLock(user, revision, bytes)
		return locked(rc4Dictionary(l, v, bytes*8, extra), rc4Of(l.objectKey(contentNumber, ""), hello), "")
	}
	c.add("rc4_40", exact, rc4File("", 1, 2, 5, ""))
	c.add("rc4_128", exact, rc4File("", 2, 3, 16, ""))
	c.add("rc4_user_password", fails(Password), rc4File("secret", 2, 3, 16, ""))
	c.add("rc4_metadata_maybe", exact, rc4File("", 2, 3, 16, "/EncryptMetadata (maybe)"))
	c.add("permissions_unsigned", exact, strings.Replace(rc4File("", 2, 3, 16, ""), "/P -44", "/P 4294967252", 1))
	c.add("length_given_twice", exact.or(fails(Password|Corrupt|Unsupported)), rc4File("", 2, 3, 16, "/Length 2147483640"))

	const standard = "/CF << /StdCF << /CFM /AESV2 /Length 16 /AuthEvent /DocOpen >> >> /StmF /StdCF /StrF /StdCF"
	l := newLock("", 4, 16)
	key := l.objectKey(contentNumber, "sAlT")
	aesFile := func(l lock, content, filters, entries string) string {
		return locked(rc4Dictionary(l, 4, 128, filters), content, entries)
	}
	c.add("aes_128", exact, aesFile(l, aesOf(key, padded(hello)), standard, ""))
	c.add("aes_user_password", fails(Password), aesFile(newLock("secret", 4, 16), aesOf(key, padded(hello)), standard, ""))
	fill := func(with string) string { return hello + strings.Repeat(with, 48-len(hello)) }
	c.add("padding_0", exact, aesFile(l, aesOf(key, fill("\x00")), standard, ""))
	c.add("padding_255", has("X"), aesFile(l, aesOf(key, fill("\xff")), standard, ""))
	c.add("padding_of_a_block", exact, aesFile(l, aesOf(key, fill(" ")+strings.Repeat("\x10", 16)), standard, ""))
	whole := aesOf(key, padded(hello))
	c.add("last_block_cut", anything, aesFile(l, whole[:len(whole)-5], standard, ""))
	for _, n := range []int{0, 1, 15, 16, 17, 31} {
		c.add(fmt.Sprintf("aes_of_%d_bytes", n), anything, aesFile(l, strings.Repeat("\x00", n), standard, ""))
	}
	c.add("aes_of_a_bomb", anything.within(200, 192), aesFile(l, aesOf(key, padded(bomb("", " ", 100<<20))), standard, "/Filter /FlateDecode"))
	for name, filters := range ordered("absent", "/StmF /StdCF /StrF /StdCF", "unknown", "/CF << /A << /CFM /AESV2 >> >> /StmF /B /StrF /B",
		"of_unknown_method", "/CF << /StdCF << /CFM /AESV9 >> >> /StmF /StdCF /StrF /StdCF", "is_the_dictionary", "/CF 9 0 R /StmF /CF /StrF /CF") {
		c.add("crypt_filter_"+name, anything.or(fails(Unsupported|Corrupt|Password)), aesFile(l, whole, filters, ""))
	}
	c.add("crypt_filter_identity", exact, aesFile(l, hello, "/CF << >> /StmF /Identity /StrF /Identity", ""))

	refused := fails(Password | Corrupt | Unsupported)
	add := func(name string, want Want, dictionary string) { c.add(name, want, locked(dictionary, hello, "")) }
	add("version_99", refused, "<< /Filter /Standard /V 99 /R 99 /O (a) /U (b) /P 0 >>")
	add("handler_unknown", fails(Unsupported), "<< /Filter /FooSec /V 1 /R 2 >>")
	for _, v := range []int{1, 2, 3, 4, 5} {
		for _, r := range []int{2, 3, 4, 5, 6} {
			add(fmt.Sprintf("version_%d_of_revision_%d", v, r), anything, fmt.Sprintf("<< /Filter /Standard /V %d /R %d /Length 128 /P -44 /O <%x> /U <%x> >>", v, r, l.owner, l.user))
		}
	}
	h := newLock("", 3, 16)
	for name, bits := range ordered("negative", "-8", "zero", "0", "seven", "7", "huge", "100000000") {
		add("key_length_"+name, anything, fmt.Sprintf("<< /Filter /Standard /V 2 /R 3 /Length %s /P -44 /O <%x> /U <%x> >>", bits, h.owner, h.user))
	}
	const v2 = "<< /Filter /Standard /V 2 /R 3 /Length 128 "
	add("keys_short", refused, v2+"/P -44 /O (a) /U (b) >>")
	add("keys_absent", refused, v2+">>")
	add("keys_long", refused, v2+"/P -44 /O ("+strings.Repeat("A", 100_000)+") /U ("+strings.Repeat("B", 100_000)+") >>")
	zeros := strings.Repeat("00", 32)
	for name, id := range ordered("absent", "", "empty", "/ID []", "numbers", "/ID [1 2]") {
		c.add("id_"+name, refused, sheet{trailer: "/Encrypt 9 0 R " + id, objects: objects{9: v2 + "/P -44 /O <" + zeros + "> /U <" + zeros + "> >>"}}.file())
	}
	add("refers_to_itself", anything, "9 0 R")
	add("number", exact.or(refused), "5")
	c.add("missing", exact.or(refused), sheet{trailer: "/Encrypt 77 0 R " + id}.file())
	c.add("direct", refused, sheet{trailer: "/Encrypt << /Filter /Standard /V 1 /R 2 /P 0 /O (a) /U (b) >> " + id}.file())
	for _, r := range []int{5, 6} {
		v5 := fmt.Sprintf("<< /Filter /Standard /V 5 /R %d /Length 256 /P -44 /CF << /StdCF << /CFM /AESV3 /Length 32 >> >> /StmF /StdCF /StrF /StdCF ", r)
		add(fmt.Sprintf("revision_%d_zeros", r), refused, v5+fmt.Sprintf("/O <%[1]s> /U <%[1]s> /OE <%[2]s> /UE <%[2]s> /Perms <%[3]s> >>",
			strings.Repeat("00", 48), zeros, strings.Repeat("00", 16)))
		add(fmt.Sprintf("revision_%d_short", r), refused, v5+"/O (a) /U (b) /OE (c) /UE (d) /Perms (e) >>")
	}
}
