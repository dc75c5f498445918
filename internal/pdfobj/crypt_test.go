package pdfobj

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A lock encrypts test files. It is written after ISO 32000-2, 7.6, apart from
// the reader where that is possible; what it makes is shown to pdfcpu as well.
type lock struct {
	enc    *encryption
	key    []byte
	bits   int
	method cryptMethod
}

const testID = String("0123456789abcdef")

func newLock(v, r, bits int, method cryptMethod, user, owner string, encryptMetadata bool) *lock {
	e := &encryption{v: v, r: r, bits: []int{bits}, p: -4, id: testID, encryptMetadata: encryptMetadata}
	l := &lock{enc: e, bits: bits, method: method}
	if r >= 5 {
		l.key = []byte("0123456789ABCDEF0123456789ABCDEF")
		seal := func(password, salts string, u String) (check, sealed String) {
			hash := func(salt string) []byte {
				if r == 5 {
					return sha256Of(password + salt + string(u))
				}
				return e.hash([]byte(password), []byte(salt), []byte(u))
			}
			block, _ := aes.NewCipher(hash(salts[8:]))
			out := make([]byte, 32)
			cipher.NewCBCEncrypter(block, make([]byte, 16)).CryptBlocks(out, l.key)
			return String(hash(salts[:8])) + String(salts), String(out)
		}
		e.u, e.ue = seal(user, "usersal1usersal2", "")
		e.o, e.oe = seal(owner, "ownrsal1ownrsal2", e.u)
		perms := []byte("\xfc\xff\xff\xff\xff\xff\xff\xffTadbxxxx")
		if !encryptMetadata {
			perms[8] = 'F'
		}
		block, _ := aes.NewCipher(l.key)
		block.Encrypt(perms, perms)
		e.perms = String(perms)
		return l
	}
	n := bits / 8
	// Algorithm 3: the /O entry.
	sum := md5.Sum(padded(owner))
	if r >= 3 {
		for range 50 {
			sum = md5.Sum(sum[:])
		}
	}
	o := padded(user)
	rounds := 1
	if r >= 3 {
		rounds = 20
	}
	for i := range rounds {
		cryptRC4(sum[:n], o, byte(i))
	}
	e.o = String(o)
	// Algorithms 2, 4 and 5: the key and the /U entry.
	in := string(padded(user)) + string(e.o) + "\xfc\xff\xff\xff" + string(testID)
	if r >= 4 && !encryptMetadata {
		in += "\xff\xff\xff\xff"
	}
	sum = md5.Sum([]byte(in))
	if r >= 3 {
		for range 50 {
			sum = md5.Sum(sum[:n])
		}
	}
	l.key = bytes.Clone(sum[:n])
	u := []byte(passwordPad)
	if r >= 3 {
		sum = md5.Sum([]byte(passwordPad + string(testID)))
		u = sum[:]
	}
	for i := range rounds {
		cryptRC4(l.key, u, byte(i))
	}
	e.u = resize(String(u), 32)
	return l
}

func (l *lock) dict(extra string) string {
	e := l.enc
	d := fmt.Sprintf("<</Filter/Standard/V %d/R %d/P -4/O<%x>/U<%x>%s", e.v, e.r, string(e.o), string(e.u), extra)
	if e.r >= 5 {
		d += fmt.Sprintf("/OE<%x>/UE<%x>/Perms<%x>", string(e.oe), string(e.ue), string(e.perms))
	}
	if !e.encryptMetadata {
		d += "/EncryptMetadata false"
	}
	return d + ">>"
}

func (l *lock) encrypt(num int, s string) []byte {
	in := append(bytes.Clone(l.key), byte(num), byte(num>>8), byte(num>>16), 0, 0)
	if l.method == aes128Method {
		in = append(in, "sAlT"...)
	}
	sum := md5.Sum(in)
	key := sum[:min(len(l.key)+5, 16)]
	if l.method == aes256Method {
		key = l.key
	}
	if l.method == rc4Method {
		b := []byte(s)
		cryptRC4(key, b, 0)
		return b
	}
	pad := 16 - len(s)%16
	b := []byte("initial vector!!" + s + strings.Repeat(string(rune(pad)), pad))
	block, _ := aes.NewCipher(key)
	cipher.NewCBCEncrypter(block, b[:16]).CryptBlocks(b[16:], b[16:])
	return b
}

func sha256Of(s string) []byte {
	sum := sha256.Sum256([]byte(s))
	return sum[:]
}

// file returns a locked file: a page, a string in object 6, and metadata and
// an exempt stream in objects 7 and 8.
func (l *lock) file(dict string, direct bool) []byte {
	objects := onePage(stream("", l.encrypt(4, "BT (secret) Tj ET")))
	metadata := string(l.encrypt(7, "metadata"))
	if !l.enc.encryptMetadata {
		metadata = "metadata"
	}
	objects = append(objects,
		fmt.Sprintf("[<%x> (%s)]", l.encrypt(6, "string"), escape(l.encrypt(6, "other"))),
		stream("/Type/Metadata", []byte(metadata)),
		stream("/Filter[/Crypt]/DecodeParms[<</Name/Identity>>]", []byte("exempt")),
		dict)
	encrypt := "9 0 R"
	if direct {
		encrypt = dict
	}
	return build(fmt.Sprintf("/ID[<%x><%x>]/Encrypt %s", string(testID), string(testID), encrypt), objects...)
}

func escape(b []byte) string {
	return strings.NewReplacer("\\", "\\\\", "(", "\\(", ")", "\\)", "\r", "\\r").Replace(string(b))
}

const (
	aesV2 = "/CF<</StdCF<</CFM/AESV2/Length 16/AuthEvent/DocOpen>>>>/StmF/StdCF/StrF/StdCF"
	v2    = "/CF<</StdCF<</CFM/V2/Length 16/AuthEvent/DocOpen>>>>/StmF/StdCF/StrF/StdCF"
	aesV3 = "/CF<</StdCF<</CFM/AESV3/Length 32/AuthEvent/DocOpen>>>>/StmF/StdCF/StrF/StdCF"
)

func TestEncryption(t *testing.T) {
	for _, c := range []struct {
		name     string
		v, r     int
		bits     int
		method   cryptMethod
		extra    string
		metadata bool
	}{
		{"RC4 40", 1, 2, 40, rc4Method, "", true},
		{"RC4 40, revision 3", 1, 3, 40, rc4Method, "", true},
		{"RC4 128", 2, 3, 128, rc4Method, "/Length 128", true},
		{"RC4 128, length in bytes", 2, 3, 128, rc4Method, "/Length 16", true},
		{"RC4 128, length missing", 2, 3, 128, rc4Method, "", true},
		{"RC4 64", 2, 3, 64, rc4Method, "/Length 64", true},
		{"V4 RC4", 4, 4, 128, rc4Method, "/Length 128" + v2, true},
		{"AES 128", 4, 4, 128, aes128Method, "/Length 128" + aesV2, true},
		{"AES 128, length missing", 4, 4, 128, aes128Method, aesV2, true},
		{"AES 128, no crypt filters", 4, 4, 128, aes128Method, "", true},
		{"AES 128, metadata plain", 4, 4, 128, aes128Method, "/Length 128" + aesV2, false},
		{"AES 256, revision 5", 5, 5, 256, aes256Method, "/Length 256" + aesV3, true},
		{"AES 256", 5, 6, 256, aes256Method, "/Length 256" + aesV3, true},
		{"AES 256, metadata plain", 5, 6, 256, aes256Method, "/Length 256" + aesV3, false},
	} {
		l := newLock(c.v, c.r, c.bits, c.method, "user", "owner", c.metadata)
		for _, password := range []string{"user", "owner"} {
			// Two implementations agree on the key.
			require.Equal(t, l.key, authenticate(context.Background(), l.enc.stub(c.bits), password), c.name)
			require.Equal(t, l.key, l.enc.keyFor(password, c.bits), c.name)
			for _, direct := range []bool{false, true} {
				file := l.file(l.dict(c.extra), direct)
				checkUnlocked(t, file, password, c.name)
				// Without the table the file opens as well.
				checkUnlocked(t, bytes.Replace(file, []byte("startxref"), []byte("startxxxx"), 1), password, c.name)
			}
		}
		for _, password := range []string{"", "wrong"} {
			file := l.file(l.dict(c.extra), false)
			_, err := Open(context.Background(), bytes.NewReader(file), int64(len(file)), Options{Password: password})
			require.True(t, errors.Is(err, ErrPassword), "%s: %v", c.name, err)
		}
		// A file without a user password opens with any.
		file := newLock(c.v, c.r, c.bits, c.method, "", "owner", c.metadata).file
		l = newLock(c.v, c.r, c.bits, c.method, "", "owner", c.metadata)
		for _, password := range []string{"", "wrong", "owner"} {
			checkUnlocked(t, file(l.dict(c.extra), false), password, c.name)
		}
	}
}

func checkUnlocked(t *testing.T, file []byte, password, name string) {
	t.Helper()
	d, err := Open(context.Background(), bytes.NewReader(file), int64(len(file)), Options{Password: password})
	require.NoError(t, err, name)
	require.Equal(t, "BT (secret) Tj ET\n", content(t, d, 1), name)
	require.Equal(t, Array{String("string"), String("other")}, d.Array(Ref{6, 0}), name)
	for num, want := range map[int]string{7: "metadata", 8: "exempt"} {
		out, err := d.Decode(context.Background(), d.Stream(Ref{num, 0}), nil)
		require.NoError(t, err)
		require.Equal(t, want, string(out), name)
	}
}

// TestEncryptionRefused has what pdfcpu refuses and we take: passwords that
// are no identifiers, an empty owner password, /Perms that disagree.
func TestEncryptionRefused(t *testing.T) {
	for _, password := range []string{"two words", "p\u00e4ss", ""} {
		for _, l := range []*lock{
			newLock(5, 6, 256, aes256Method, "user", password, true),
			newLock(5, 5, 256, aes256Method, "user", password, true),
		} {
			l.enc.perms = "not what it says"
			checkUnlocked(t, l.file(l.dict(aesV3), false), password, password)
		}
	}
	// SASLprep: a soft hyphen is dropped, a feminine ordinal is an a.
	l := newLock(5, 6, 256, aes256Method, "SaSLprep", "owner", true)
	checkUnlocked(t, l.file(l.dict(aesV3), false), "S\u00aaSL\u00adprep", "SASLprep")
	// Older passwords are written in Latin-1.
	l = newLock(2, 3, 128, rc4Method, "p\xe4ss", "owner", true)
	checkUnlocked(t, l.file(l.dict("/Length 128"), false), "p\u00e4ss", "Latin-1")
}

func TestEncryptionIdentity(t *testing.T) {
	l := newLock(4, 4, 128, aes128Method, "user", "owner", true)
	// Only attached files are encrypted: no password is needed.
	objects := onePage(stream("", []byte("BT ET")))
	objects = append(objects, l.dict("/CF<</StdCF<</CFM/AESV2/Length 16>>>>/StmF/Identity/StrF/Identity/EFF/StdCF"))
	d := open(t, build("/Encrypt 6 0 R", objects...))
	require.Equal(t, "BT ET\n", content(t, d, 1))
	// Strings are encrypted and streams are not.
	objects = append(objects[:5], l.dict("/CF<</StdCF<</CFM/AESV2/Length 16>>>>/StrF/StdCF"), fmt.Sprintf("<%x>", l.encrypt(7, "string")))
	file := build(fmt.Sprintf("/Encrypt 6 0 R/ID[<%x>]", string(testID)), objects...)
	d, err := Open(context.Background(), bytes.NewReader(file), int64(len(file)), Options{Password: "user"})
	require.NoError(t, err)
	require.Equal(t, "BT ET\n", content(t, d, 1))
	s, _ := d.String(Ref{7, 0})
	require.Equal(t, String("string"), s)
}

func TestEncryptionUnsupported(t *testing.T) {
	for _, dict := range []string{
		"<</Filter/Adobe.PubSec/V 4/R 4>>", "<</Filter/Standard/V 3/R 3>>", "<</Filter/Standard/V 99/R 99>>",
		"<</Filter/Standard/V 0/R 2>>", "<<>>", "<</Filter/Standard/V 5/R 7>>",
	} {
		file := build("/Encrypt 6 0 R", append(onePage(stream("", nil)), dict)...)
		_, err := Open(context.Background(), bytes.NewReader(file), int64(len(file)), Options{})
		require.True(t, errors.Is(err, ErrUnsupported), "%s: %v", dict, err)
	}
}

// TestDecryptDamaged checks that damaged AES data cost at most a block.
func TestDecryptDamaged(t *testing.T) {
	l := newLock(4, 4, 128, aes128Method, "", "owner", true)
	c := streamCipher{aes128Method, (&fileKey{key: l.key}).derive(aes128Method, 4, 0)}
	whole := l.encrypt(4, strings.Repeat("0123456789abcdef", 4))
	for n := range len(whole) {
		out := c.decrypt(context.Background(), bytes.Clone(whole[:n]))
		want := max(0, (n-16)/16*16)
		require.Equal(t, strings.Repeat("0123456789abcdef", 4)[:want], string(out))
	}
}
