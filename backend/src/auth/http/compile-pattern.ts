// As GoTrue reads additional_redirect_urls: `*` is any text without "." and "/", `**` any text, `?` one character that
// is neither, `[abc]`, `[!abc]` and `{one,other}` as in a shell.

/** A malformed pattern matches itself alone. */
export function compilePattern(pattern: string): RegExp {
  try {
    return new RegExp(`^${translate(pattern)}$`, 'u');
  } catch {
    return new RegExp(`^${escapeText(pattern)}$`, 'u');
  }
}

const PARTS = /\*\*+|\*|\?|\[!?[^\]]+\]|\{|\}|,|\\.|[^*?[{},\\]+|./gsu;

function translate(pattern: string): string {
  let depth = 0;
  const parts = (pattern.match(PARTS) ?? []).map((part) => {
    if (part.startsWith('**')) return '.*';
    if (part === '*') return '[^./]*';
    if (part === '?') return '[^./]';
    if (part.length > 2 && part.startsWith('[')) return characterSet(part);
    if (part === '{') return (depth++, '(?:');
    if (part === '}' && depth > 0) return (depth--, ')');
    if (part === ',' && depth > 0) return '|';
    return escapeText(part.length === 2 && part.startsWith('\\') ? part.slice(1) : part);
  });
  return parts.join('');
}

function characterSet(part: string): string {
  const negated = part.startsWith('[!');
  // Under the flag u only these may be escaped; an escaped "~" would be a syntax error.
  const inside = part.slice(negated ? 2 : 1, -1).replaceAll(/[\\\]^[|]/g, '\\$&');
  return `[${negated ? '^' : ''}${inside}]`;
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
