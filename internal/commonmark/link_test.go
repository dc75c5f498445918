package commonmark

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
)

// A destination is read back as it was.
func TestAppendDestination(t *testing.T) {
	for _, uri := range []string{
		"https://example.org/", "http://example.org/a_(b)", "http://example.org/((", "http://example.org/)x(",
		"http://example.org/?a=1&copy=2&amp;b", "http://example.org/*a*_b_~c~!$[d]'e'#f", "mailto:a@example.org?subject=x%20y",
	} {
		var b bytes.Buffer
		source := append([]byte("*a* [text]("), append(AppendDestination(nil, uri), ") b"...)...)
		require.NoError(t, goldmark.Convert(source, &b))
		_, rest, ok := strings.Cut(b.String(), `<a href="`)
		require.True(t, ok, "%s", b.String())
		href, _, _ := strings.Cut(rest, `"`)
		href = strings.NewReplacer("&amp;", "&", "%5B", "[", "%5D", "]", "&#39;", "'").Replace(href)
		assert.Equal(t, uri, href)
	}
}
