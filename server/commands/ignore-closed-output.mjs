// Keeps a command working when the reader of its output has gone (`./fairlead backup | head -1`).

/** The first error of standard output that is not a closed reader, such as a full disk. */
let failure;

/** Without a listener, the error of a write ends the process with a stack trace, in the middle of its work. */
export function ignoreClosedOutput() {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => {
      const isClosed = error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED';
      if (stream === process.stdout && !isClosed) failure ??= error;
    });
}

/** Resolves once everything is written; to the error if standard output could not take it. */
export async function flushOutput() {
  await Promise.all(
    [process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write('', () => done()))),
  );
  return failure;
}
