import type { Readable } from 'node:stream';

/** Cuts each line at `maxLength`. */
export function readLines(stream: Readable, maxLength: number, report: (line: string) => void): void {
  let partial = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const [first = '', ...others] = text.split('\n');
    partial = (partial + first.slice(0, maxLength)).slice(0, maxLength);
    for (const line of others) {
      report(partial.replace(/\r$/, ''));
      partial = line.slice(0, maxLength);
    }
  });
  stream.on('end', () => {
    if (partial !== '') report(partial);
  });
  stream.on('error', () => {});
}
