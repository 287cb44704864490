// Prints what a command has created and prints only once, such as a one-time link.
import type { Writable } from 'node:stream';

/** If standard output does not take it, it goes to standard error. Throws if neither does; `repeatHint` says what to do then. */
export async function printResult(text: string, repeatHint: string): Promise<void> {
  if (await write(process.stdout, text)) return;
  const reason = "fairlead: standard output couldn't be written, so this is printed here:";
  if (await write(process.stderr, `${reason}\n${text}`)) return;
  throw new Error(`nothing could be printed; ${repeatHint}`);
}

function write(stream: Writable, text: string): Promise<boolean> {
  return new Promise((resolve) => {
    stream.write(text, (error) => resolve(!error));
  });
}
