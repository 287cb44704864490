/** Lines that nothing has read; later ones are dropped. */
const maxUnwrittenBytes = 4_000_000;

/** To standard error. A reader that has stopped costs lines, never memory without end. */
export function writeToStderr(line: string): void {
  if (process.stderr.writableLength < maxUnwrittenBytes) process.stderr.write(`${line}\n`);
}
