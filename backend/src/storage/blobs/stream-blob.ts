import type { FileHandle } from 'node:fs/promises';

const pieceBytes = 64 * 1024;
/** A reader who takes nothing for so long is gone. */
const patienceMs = 60_000;

/** Hands a part of an open file out piece by piece, as its reader takes it, and closes the file at the end. */
export function streamBlob(
  handle: FileHandle,
  { from, to }: { from: number; to: number },
): ReadableStream<Uint8Array> {
  let at = from;
  let patience: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    clearTimeout(patience);
    await handle.close();
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        patience = setTimeout(() => {
          controller.error(new TooSlow());
          void end();
        }, patienceMs);
        patience.unref();
      },
      async pull(controller) {
        patience?.refresh();
        const piece = new Uint8Array(Math.min(pieceBytes, to - at + 1));
        const { bytesRead } = await handle.read(piece, 0, piece.byteLength, at);
        at += bytesRead;
        if (bytesRead > 0) controller.enqueue(piece.subarray(0, bytesRead));
        if (at <= to && bytesRead > 0) return;
        await end();
        controller.close();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

/** Told to whoever listens as what it is: the connection ends before the answer does. */
class TooSlow extends Error {
  readonly code = 'ERR_STREAM_PREMATURE_CLOSE';
}
