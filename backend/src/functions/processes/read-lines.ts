import type { Readable } from 'node:stream';

/** Reports what a stream says line by line. Of a line that is longer than `longest` only its beginning is kept. */
export function readLines(stream: Readable, longest: number, report: (line: string) => void): void {
  let begun = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const [first = '', ...others] = text.split('\n');
    begun = (begun + first.slice(0, longest)).slice(0, longest);
    for (const line of others) {
      report(begun.replace(/\r$/, ''));
      begun = line.slice(0, longest);
    }
  });
  stream.on('end', () => {
    if (begun !== '') report(begun);
  });
  stream.on('error', () => {});
}
