/** Introductions of quotes: "On Monday, November 23, 2026, Ana Roy wrote:", and Outlook's. */
const intro = /^(on|le)\b.{3,350}\b(wrote|a écrit)[\s\u00A0\u202F]*:$/iu;
const divider = /^-{2,}\s*(original message|message d['’]origine|message original)\s*-{2,}$/iu;

/**
 * Whether everything from this line on is a quote. After an introduction, all further lines or none must be marked
 * with `>`: an unmarked line among marked ones may be an answer.
 */
function isQuoteFrom(lines: readonly string[], at: number): boolean {
  const line = lines[at]?.trim() ?? '';
  if (divider.test(line)) return true;
  if (!intro.test(line)) return false;
  const rest = lines.slice(at + 1);
  return !rest.some(isMarked) || rest.every((text) => isMarked(text) || text.trim() === '');
}

function isMarked(line: string): boolean {
  return /^\s*>/.test(line);
}

/**
 * Splits a message into its own text and the quote at its end, because mail programs quote the thread below a reply.
 * A message that only quotes counts as own text. Only white space between the parts is left out.
 */
export function splitQuotedText(message: string): { own: string; quoted: string } {
  const lines = message.split('\n');
  let start = lines.findIndex((_, at) => isQuoteFrom(lines, at));
  if (start < 0) {
    // no introduction was found: the quote is the marked lines at the end
    start = lines.length;
    while (start > 0 && /^\s*(>|$)/.test(lines[start - 1] ?? '')) start -= 1;
  }
  const own = lines.slice(0, start).join('\n').trim();
  const quoted = lines.slice(start).join('\n').trim();
  return own === '' || quoted === '' ? { own: message.trim(), quoted: '' } : { own, quoted };
}
