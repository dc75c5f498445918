package syntax

import "bytes"

// inlineLookahead is how many bytes after an EI have to look like content. It
// must exceed what random image data passes by chance: 12 printable bytes have
// odds of 1 in 60,000.
const inlineLookahead = 12

// SkipInlineImage moves past the data of an inline image (ISO 32000-2, 8.9.7)
// and its EI, when the ID operator was read last. length is the number of
// data bytes if it is known, else -1; it is believed when EI follows. It
// reports whether an EI was found; without one the rest of the data is
// skipped.
//
// Image data may hold "EI" by chance, so an EI counts only between white
// space and when what follows it could be content.
func (s *Scanner) SkipInlineImage(length int) bool {
	data, pos := s.data, s.pos
	if pos < len(data) && IsSpace(data[pos]) {
		if data[pos] == '\r' && pos+1 < len(data) && data[pos+1] == '\n' {
			pos++
		}
		pos++
	}
	if length >= 0 && length <= len(data)-pos {
		end := pos + length
		for i := end; i < len(data) && i <= end+4; i++ {
			if s.endsImage(i) {
				s.pos = i + 2
				return true
			}
			if !IsSpace(data[i]) {
				break
			}
		}
	}
	for i := pos; ; {
		j := bytes.Index(data[i:], []byte("EI"))
		if j < 0 {
			break
		}
		i += j
		if (i == pos || IsSpace(data[i-1])) && s.endsImage(i) {
			s.pos = i + 2
			return true
		}
		i += 2
	}
	// Some writers put no white space before EI.
	for i := pos; ; {
		j := bytes.Index(data[i:], []byte("EI"))
		if j < 0 {
			break
		}
		i += j
		if s.endsImage(i) {
			s.pos = i + 2
			return true
		}
		i += 2
	}
	s.pos = len(data)
	return false
}

// endsImage reports whether an EI operator at i is followed by content.
func (s *Scanner) endsImage(i int) bool {
	data := s.data
	if i+2 > len(data) || data[i] != 'E' || data[i+1] != 'I' {
		return false
	}
	rest := data[i+2:]
	if len(rest) == 0 {
		return true
	}
	if IsRegular(rest[0]) {
		return false
	}
	for _, c := range rest[:min(len(rest), inlineLookahead)] {
		if c >= 0x7F || c < ' ' && class[c] != white {
			return false
		}
	}
	return true
}
