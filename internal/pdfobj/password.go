package pdfobj

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
)

// unlock reads the encryption dictionary, if there is one, and finds the key
// of the file (ISO 32000-2, 7.6). It has to be the caller's turn.
func (d *Document) unlock(ctx context.Context, password string) error {
	d.key = nil
	enc, ok := d.resolve(d.trailer["Encrypt"]).(Dict)
	if !ok {
		if d.trailer["Encrypt"] != nil {
			d.warn(0, BadEncryption, "the encryption dictionary is unreadable")
		}
		return nil
	}
	if f, _ := d.resolve(enc["Filter"]).(Name); f != "Standard" && f != "" {
		return &FormatError{0, "security handler", ErrUnsupported}
	}
	e := d.encryptionOf(enc)
	// A key of 256 bits is found by revisions 5 and 6 only.
	if e.v < 1 || e.v > 5 || e.v == 3 || e.r < 2 || e.r > 6 || e.v == 5 && e.r < 5 {
		return &FormatError{0, fmt.Sprintf("encryption version %d.%d", e.v, e.r), ErrUnsupported}
	}
	k := d.methodsOf(enc, e)
	if k.strings == plainText && k.streams == plainText {
		return nil // only attached files are encrypted
	}
	if k.key = e.authenticate(ctx, password); k.key == nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return &FormatError{0, "encryption", ErrPassword}
	}
	d.key = k
	d.cache = cache{} // what was read until now has its strings encrypted
	return nil
}

// An encryption holds the entries of an encryption dictionary, repaired.
type encryption struct {
	v, r            int
	bits            []int // lengths of the key to try
	o, u, oe, ue    String
	perms, id       String
	p               int32
	encryptMetadata bool
}

func (d *Document) encryptionOf(enc Dict) *encryption {
	integer := func(k Name, standard int) int {
		if n, ok := number(d.resolve(enc[k])); ok && n >= -1<<32 && n < 1<<32 {
			return int(n)
		}
		return standard
	}
	text := func(o Object) String { s, _ := d.resolve(o).(String); return s }
	e := &encryption{
		v: integer("V", 0), r: integer("R", 0), p: int32(uint32(integer("P", 0))),
		o: text(enc["O"]), u: text(enc["U"]), oe: text(enc["OE"]), ue: text(enc["UE"]), perms: text(enc["Perms"]),
		encryptMetadata: d.resolve(enc["EncryptMetadata"]) != false,
	}
	if ids, ok := d.resolve(d.trailer["ID"]).(Array); ok && len(ids) > 0 {
		e.id = text(ids[0])
	}
	// Owner and user entries have fixed lengths (ISO 32000-2, Table 21);
	// some writers pad them further.
	n := 32
	if e.r >= 5 {
		n = 48
	}
	e.o, e.u = resize(e.o, n), resize(e.u, n)
	e.oe, e.ue, e.perms = resize(e.oe, 32), resize(e.ue, 32), resize(e.perms, 16)
	switch e.v {
	case 1:
		e.bits = []int{40}
	case 2, 4:
		bits := integer("Length", 0)
		if bits > 0 && bits < 40 {
			bits *= 8 // in bytes
		}
		if bits >= 40 && bits <= 128 && bits%8 == 0 {
			e.bits = append(e.bits, bits)
		}
		for _, b := range [...]int{128, 40} {
			if b != bits {
				e.bits = append(e.bits, b)
			}
		}
		if e.v == 2 && bits == 0 { // the standard's default
			e.bits = []int{40, 128}
		}
	default:
		e.bits = []int{256}
	}
	return e
}

func resize(s String, n int) String {
	b := make([]byte, n)
	copy(b, s)
	return String(b)
}

// methodsOf returns a key without its bytes: what is encrypted by which
// method.
func (d *Document) methodsOf(enc Dict, e *encryption) *fileKey {
	k := &fileKey{encryptMetadata: e.encryptMetadata}
	if e.v < 4 {
		k.strings, k.streams = rc4Method, rc4Method
		return k
	}
	// What V says if the crypt filters are damaged.
	standard := aes128Method
	if e.v == 5 {
		standard = aes256Method
	}
	k.filters = map[Name]cryptMethod{"Identity": plainText, "StdCF": standard}
	cf, _ := d.resolve(enc["CF"]).(Dict)
	for name, o := range cf {
		f, ok := d.resolve(o).(Dict)
		if !ok || name == "Identity" {
			continue
		}
		switch cfm, _ := d.resolve(f["CFM"]).(Name); cfm {
		case "None":
			k.filters[name] = plainText
		case "V2":
			k.filters[name] = rc4Method
		case "AESV2":
			k.filters[name] = aes128Method
		case "AESV3":
			k.filters[name] = aes256Method
		default:
			k.filters[name] = standard
		}
		if e.v == 5 && k.filters[name] != plainText {
			k.filters[name] = aes256Method // a key of 256 bits allows nothing else
		}
	}
	method := func(key Name) cryptMethod {
		name, ok := d.resolve(enc[key]).(Name)
		if !ok {
			if len(cf) == 0 {
				return standard // damaged: the default would make V pointless
			}
			return plainText
		}
		m, ok := k.filters[name]
		if !ok {
			return standard
		}
		return m
	}
	k.streams, k.strings = method("StmF"), method("StrF")
	return k
}

// authenticate returns the key of the file for the password as the owner's or
// the user's, or for the empty password, or nil. It asks pdfcpu first, which
// is given a file of three objects with the repaired dictionary, never bytes of
// the user's file at large.
func (e *encryption) authenticate(ctx context.Context, password string) []byte {
	other := latin1(password)
	if e.r >= 5 {
		other = saslprep(password)
	}
	passwords := []string{password, other, ""}
	for _, pw := range slices.Compact(passwords) {
		for _, bits := range e.bits {
			if key := authenticate(ctx, e.stub(bits), pw); len(key) == bits/8 {
				return key
			}
			if key := e.keyFor(pw, bits); key != nil {
				return key
			}
		}
	}
	return nil
}

func authenticate(ctx context.Context, stub []byte, password string) (key []byte) {
	// pdfcpu panics on some damaged input; none is known for the stub.
	defer func() {
		if recover() != nil {
			key = nil
		}
	}()
	conf := &model.Configuration{
		Reader15:       true,
		ValidationMode: model.ValidationRelaxed,
		Offline:        true,
		Limits:         model.DefaultResourceLimits(),
		Eol:            "\n",
		UserPW:         password,
		OwnerPW:        password,
		Cmd:            model.VALIDATE, // other commands check permissions
	}
	c, err := pdfcpu.ReadWithContext(ctx, bytes.NewReader(stub), conf)
	if err != nil || c == nil || c.XRefTable == nil {
		return nil
	}
	return c.EncKey
}

// stub returns a PDF file that has nothing but the encryption dictionary.
func (e *encryption) stub(bits int) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	var offsets [4]int
	object := func(num int, body string) {
		offsets[num] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", num, body)
	}
	object(1, "<</Type/Catalog/Pages 2 0 R>>")
	object(2, "<</Type/Pages/Kids[]/Count 0>>")
	dict := fmt.Sprintf("<</Filter/Standard/V %d/R %d/Length %d/P %d/O<%x>/U<%x>/EncryptMetadata %t",
		e.v, e.r, bits, e.p, string(e.o), string(e.u), e.encryptMetadata)
	switch e.v {
	case 4:
		dict += "/CF<</StdCF<</CFM/AESV2/Length 16/AuthEvent/DocOpen>>>>/StmF/StdCF/StrF/StdCF"
	case 5:
		dict += fmt.Sprintf("/OE<%x>/UE<%x>/Perms<%x>", string(e.oe), string(e.ue), string(e.perms))
		dict += "/CF<</StdCF<</CFM/AESV3/Length 32/AuthEvent/DocOpen>>>>/StmF/StdCF/StrF/StdCF"
	}
	object(3, dict+">>")
	xref := b.Len()
	b.WriteString("xref\n0 4\n0000000000 65535 f \n")
	for _, off := range offsets[1:] {
		fmt.Fprintf(&b, "%010d 00000 n \n", off)
	}
	b.WriteString("trailer\n<</Size 4/Root 1 0 R/Encrypt 3 0 R")
	if len(e.id) > 0 {
		fmt.Fprintf(&b, "/ID[<%x><%x>]", string(e.id), string(e.id))
	}
	fmt.Fprintf(&b, ">>\nstartxref\n%d\n%%%%EOF\n", xref)
	return b.Bytes()
}
