#include "base/buffer.h"
#include "base/check.h"
#include "base/vec.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char *room(struct buffer *b, size_t size) {
  vec_reserve(b, b->count + size + 1);
  return b->at + b->count;
}

void buffer_bytes(struct buffer *b, const void *bytes, size_t size) {
  if (size) memcpy(room(b, size), bytes, size);
  b->count += size;
}

void buffer_text(struct buffer *b, const char *text) { buffer_bytes(b, text, strlen(text)); }

void buffer_format(struct buffer *b, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int n = vsnprintf(NULL, 0, format, args);
  va_end(args);
  va_start(args, format);
  check(n >= 0);
  vsnprintf(room(b, (size_t)n), (size_t)n + 1, format, args);
  va_end(args);
  b->count += (size_t)n;
}

void buffer_unsigned(struct buffer *b, uint64_t value) {
  char digits[20], *p = digits + sizeof digits;
  do *--p = (char)('0' + value % 10);
  while (value /= 10);
  buffer_bytes(b, p, (size_t)(digits + sizeof digits - p));
}

void buffer_signed(struct buffer *b, int64_t value) {
  if (value < 0) buffer_bytes(b, "-", 1);
  buffer_unsigned(b, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

void buffer_hex(struct buffer *b, const uint8_t *bytes, size_t size) {
  static const char digit[] = "0123456789abcdef";
  char *p = room(b, 2 * size);
  for (size_t i = 0; i < size; i++) *p++ = digit[bytes[i] >> 4], *p++ = digit[bytes[i] & 15];
  b->count += 2 * size;
}

/* Length of the well-formed UTF-8 sequence at s, 0 if there is none. */
static size_t utf8_length(const unsigned char *s) {
  size_t n = *s < 0x80                 ? 1
             : *s >= 0xc2 && *s < 0xe0 ? 2
             : (*s & 0xf0) == 0xe0     ? 3
             : *s >= 0xf0 && *s < 0xf5 ? 4
                                       : 0;
  for (size_t i = 1; i < n; i++)
    if ((s[i] & 0xc0) != 0x80) return 0;
  if (n == 3 && ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] >= 0xa0))) return 0;
  if (n == 4 && ((s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] >= 0x90))) return 0;
  return n;
}

void buffer_utf8(struct buffer *b, const char *text) {
  for (const unsigned char *s = (const unsigned char *)text; *s;) {
    size_t n = utf8_length(s);
    buffer_bytes(b, n ? (const char *)s : "\xef\xbf\xbd", n ? n : 3);
    s += n ? n : 1;
  }
}

void buffer_json(struct buffer *b, const char *text) {
  buffer_bytes(b, "\"", 1);
  for (const unsigned char *s = (const unsigned char *)text; *s;) {
    size_t n = utf8_length(s);
    if (!n)
      buffer_text(b, "\\ufffd");
    else if (*s == '"' || *s == '\\')
      buffer_format(b, "\\%c", *s);
    else if (*s == '\n')
      buffer_text(b, "\\n");
    else if (*s == '\t')
      buffer_text(b, "\\t");
    else if (*s < 0x20 || *s == 0x7f)
      buffer_format(b, "\\u%04x", *s);
    else
      buffer_bytes(b, s, n);
    s += n ? n : 1;
  }
  buffer_bytes(b, "\"", 1);
}

/* Bytes that are not UTF-8 become letters of the last private plane, U+10FF00 and on; what lies
 * there already is taken for such bytes. */
void buffer_exact(struct buffer *b, const char *text) {
  for (const unsigned char *s = (const unsigned char *)text; *s;) {
    size_t n = utf8_length(s);
    bool is_ours = n == 4 && s[0] == 0xf4 && s[1] == 0x8f && s[2] >= 0xbc;
    if (n && !is_ours) {
      buffer_bytes(b, s, n);
      s += n;
      continue;
    }
    const unsigned char letter[4] = {0xf4, 0x8f, (unsigned char)(0xbc | *s >> 6), 0x80 | (*s & 0x3f)};
    buffer_bytes(b, letter, 4);
    s++;
  }
}

/* Of control characters XML has newlines and tabs. n: bytes of the letter, 0 if it is none. */
static void xml_letter(struct buffer *b, const unsigned char *s, size_t n) {
  bool is_control = *s < 0x20 && *s != '\n' && *s != '\t';
  bool is_none = n == 3 && s[0] == 0xef && s[1] == 0xbf && s[2] >= 0xbe; /* U+FFFE, U+FFFF */
  if (!n || is_control || is_none)
    buffer_text(b, "\xef\xbf\xbd");
  else if (*s == '&')
    buffer_text(b, "&amp;");
  else if (*s == '<')
    buffer_text(b, "&lt;");
  else if (*s == '>')
    buffer_text(b, "&gt;");
  else if (*s == '"')
    buffer_text(b, "&quot;");
  else
    buffer_bytes(b, s, n);
}

void buffer_xml(struct buffer *b, const char *text, size_t size) {
  for (size_t at = 0; at < size && text[at];) {
    const unsigned char *s = (const unsigned char *)text + at;
    size_t n = utf8_length(s);
    xml_letter(b, s, n);
    at += n ? n : 1;
  }
}

void buffer_c(struct buffer *b, const uint8_t *bytes, size_t size) {
  for (size_t i = 0; i < size; i++) {
    uint8_t c = bytes[i];
    if (c == '"' || c == '\\')
      buffer_format(b, "\\%c", c);
    else if (c >= 0x20 && c < 0x7f && c != '?')
      buffer_bytes(b, &c, 1);
    else
      buffer_format(b, "\\%03o", c);
  }
}

void buffer_clear(struct buffer *b) { b->count = 0; }
void buffer_free(struct buffer *b) { vec_free(b); }

const char *buffer_string(struct buffer *b) {
  *room(b, 0) = 0;
  check(b->count < b->capacity);
  return b->at;
}

bool buffer_file(struct buffer *b, const char *path) {
  char piece[4096];
  ssize_t n;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  while ((n = read(fd, piece, sizeof piece)) > 0) buffer_bytes(b, piece, (size_t)n);
  int error = errno;
  close(fd);
  errno = error;
  return n == 0;
}
