// Counts the rows that JSON of a function can hold if none of its objects, and no text, holds words of two rows of a table.
import { endOfString, readInSlices } from './count-embedded-rows.ts';

/** No row that names a person is shorter in a response: the length of a@b.ca. */
export const fewestBytesOfRow = 6;

const [quote, colon] = [0x22, 0x3a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** IDs and times are no one's words, as in the columns of a function. */
const wordless = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\d(?:[T ][\d:.+-]+Z?)?)?$/i;
/** JSON, lists or rows as text, which PostgreSQL makes of any value that it assigns to a text. */
const serialized = /^[\s\\"]*[[{(<]|\\"\s*:|\\"\s*,\s*\\"/;

interface OpenValue {
  isObject: boolean;
  hasWords: boolean;
}

/** One for each object that has words of its own, and one for each text of a list. */
export async function countComposedRows(json: string): Promise<number> {
  let rows = 0;
  await readInSlices(readValues(json, (found) => (rows += found)));
  return rows;
}

/** Yields its position after each value. */
function* readValues(json: string, add: (rows: number) => void): Generator<number> {
  const open: OpenValue[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) {
      const end = endOfString(json, at);
      const around = open.at(-1);
      if (!around?.isObject || !isKey(json, end)) {
        const rows = rowsOfText(json.slice(at + 1, end - 1));
        if (around?.isObject && rows === 1) around.hasWords = true;
        else add(rows);
      }
      at = end - 1;
      yield at;
    } else if (code === openBrace || code === openBracket) {
      open.push({ isObject: code === openBrace, hasWords: false });
    } else if (code === closeBrace || code === closeBracket) {
      if (open.pop()?.hasWords) add(1);
    }
  }
}

/** Whether the string that ends here is a key. */
function isKey(json: string, end: number): boolean {
  let at = end;
  while (json.charCodeAt(at) <= 0x20) at += 1;
  return json.charCodeAt(at) === colon;
}

function rowsOfText(text: string): number {
  if (wordless.test(text)) return 0;
  return serialized.test(text) ? Math.ceil(text.length / fewestBytesOfRow) : 1;
}
