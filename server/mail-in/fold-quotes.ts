/** Longest introduction of a quote that mail programs break over several lines. */
const introLines = 4;
const introLength = 400;

/** The space before a colon is a no-break space in French. */
const gap = String.raw`[\s\u00a0\u202f]*`;

const intros = [
  new RegExp(String.raw`^(on|le|el|am)\b.{3,350}\b(wrote|a écrit|escribió|schrieb.{0,100})${gap}:$`, 'iu'),
  new RegExp(String.raw`^[^:]{0,200}<[^<>\s]+@[^<>\s]+>.{0,40}\b(wrote|a écrit)${gap}:$`, 'iu'),
  /^-{2,}\s*(on|le)\b.{3,350}\b(wrote|a écrit)\s*-{2,}$/iu,
  /^\d{4}-\d{2}-\d{2} .{3,200}<[^<>\s]+@[^<>\s]+>:$/u,
];

const dividers = [
  /^[-_‐\s]{2,}(original (message|appointment)|message d['’]origine|message original|mensaje original)[-_‐\s]{2,}$/iu,
  /^[-_\s]{2,}(forwarded message|message transféré|message réacheminé)[-_\s]{2,}$/iu,
  new RegExp(`^(begin forwarded message|début du message (transféré|réexpédié))${gap}:$`, 'iu'),
];

const fromLabel = new RegExp(String.raw`^[*>\s]*(from|de|von)${gap}:\*?\s*\S`, 'iu');
const headLabel = new RegExp(
  String.raw`^[*>\s]*(from|sent|date|to|subject|cc|de|envoyé|à|objet|date d['’]envoi|von|gesendet|an|betreff)${gap}:\*?\s*\S`,
  'iu',
);

const programSigned =
  /^[*\s]*(sent from my\b|sent from (outlook|yahoo|proton|mail|gmail|samsung)|sent (with|via) \S|sent using\b|get outlook for\b|download (the )?outlook\b|envoyé (de|depuis) (mon|ma|mobile|l['’]|yahoo|outlook|proton)|envoyé à partir d|envoyé avec \S|obtenir outlook pour|obtenez outlook pour|télécharge[rz] outlook|provenance : courrier|yahoo mail\s*:)/iu;

// Archives write ">From" for a line that begins with From.
const isQuoted = (line: string): boolean => /^>(?!From )/.test(line);
const isBlank = (line: string | undefined): boolean => line !== undefined && /^[\s\u00a0]*$/u.test(line);

/** How many lines from here introduce a quote ("On … wrote:"); 0 for none. A date or an address tells it from a sentence. */
function introAt(lines: readonly string[], at: number): number {
  let text = '';
  for (let count = 1; count <= introLines && at + count <= lines.length; count++) {
    const line = lines[at + count - 1] ?? '';
    if (isBlank(line) || isQuoted(line)) return 0;
    text = `${text} ${line}`.trim();
    if (text.length > introLength) return 0;
    if (/[\d@]/.test(text) && intros.some((intro) => intro.test(text))) return count;
  }
  return 0;
}

/** A head as Outlook writes it: From and two more of its lines, without an empty one between them. */
function isHead(lines: readonly string[], at: number): boolean {
  if (!headLabel.test(lines[at] ?? '')) return false;
  const length = lines.slice(at, at + 7).findIndex(isBlank);
  const block = lines.slice(at, length < 0 ? at + 7 : at + length);
  return (
    block.filter((line) => headLabel.test(line)).length >= 3 && block.some((line) => fromLabel.test(line))
  );
}

function isDivider(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  if (line.length > 200) return false;
  if (dividers.some((divider) => divider.test(line.trim()))) return true;
  if (!/^\s*[_-]{10,}\s*$/.test(line)) return isHead(lines, at);
  let next = at + 1;
  while (isBlank(lines[next])) next++;
  return isHead(lines, next);
}

function endOfQuoted(lines: readonly string[], from: number): number {
  let end = from;
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (isQuoted(line)) end = at + 1;
    else if (!isBlank(line)) break;
  }
  return end;
}

function endOfSignature(lines: readonly string[], from: number, most = lines.length): number {
  const last = Math.min(most, lines.length);
  let at = from;
  while (at < last && introAt(lines, at) === 0 && !isDivider(lines, at) && !isQuoted(lines[at] ?? '')) at++;
  return at;
}

/** Blank ones counted. */
const bareSignatureLines = 24;

/** Without its space it is a signature only where what follows looks like one: few and short lines. */
function endOfBareSignature(lines: readonly string[], at: number): number {
  // No further than such a signature goes, or a text of such lines would be read again for each of them.
  const end = endOfSignature(lines, at + 1, at + 2 + bareSignatureLines);
  if (end > at + 1 + bareSignatureLines) return at;
  const words = lines.slice(at + 1, end).filter((line) => !isBlank(line));
  return words.length <= 8 && words.every((line) => line.length <= 72) ? end : at;
}

/** Where what begins at this line and is not the sender's own answer ends; the line itself where it is. */
function endOfFold(lines: readonly string[], at: number): number {
  const line = lines[at] ?? '';
  if (isQuoted(line)) return endOfQuoted(lines, at);
  const intro = introAt(lines, at);
  if (intro > 0) {
    const next = at + intro;
    const quoted = endOfQuoted(lines, next);
    return quoted > next ? quoted : lines.length;
  }
  if (isDivider(lines, at)) return lines.length;
  if (line === '-- ') return endOfSignature(lines, at + 1);
  if (line === '--') return endOfBareSignature(lines, at);
  return line.length < 200 && programSigned.test(line) ? at + 1 : at;
}

/** Folds that only blank lines part are one. */
function join(lines: readonly string[], folds: number[]): number[] {
  const joined: number[] = [];
  for (let i = 0; i < folds.length; i += 2) {
    const [start = 0, end = 0] = folds.slice(i, i + 2);
    const last = joined.at(-1);
    if (last !== undefined && lines.slice(last, start).every(isBlank)) joined[joined.length - 1] = end;
    else joined.push(start, end);
  }
  return joined;
}

const maxFolds = 200;

/**
 * The lines that quote or sign, as pairs of first line and first line after them. Everything is kept.
 */
export function foldQuotes(text: string): number[] {
  const lines = text.split('\n');
  const folds: number[] = [];
  for (let at = 0; at < lines.length;) {
    const end = endOfFold(lines, at);
    if (end > at) folds.push(at, end);
    at = Math.max(end, at + 1);
  }
  return join(lines, folds).slice(0, 2 * maxFolds);
}
