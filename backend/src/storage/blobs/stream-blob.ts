import type { FileHandle } from 'node:fs/promises';

const chunkBytes = 64 * 1024;
const readerTimeoutMs = 60_000;

/** Streams as its reader pulls; closes the file at the end or after a minute without a pull. */
export function streamBlob(
  handle: FileHandle,
  { from, to }: { from: number; to: number },
): ReadableStream<Uint8Array> {
  let position = from;
  let timer: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    clearTimeout(timer);
    await handle.close();
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        timer = setTimeout(() => {
          controller.error(new ReaderTimeout());
          void end();
        }, readerTimeoutMs);
        timer.unref();
      },
      async pull(controller) {
        timer?.refresh();
        const chunk = new Uint8Array(Math.min(chunkBytes, to - position + 1));
        const { bytesRead } = await handle.read(chunk, 0, chunk.byteLength, position);
        position += bytesRead;
        if (bytesRead > 0) controller.enqueue(chunk.subarray(0, bytesRead));
        if (position <= to && bytesRead > 0) return;
        await end();
        controller.close();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

/** Tells the listener that the connection ended before the response. */
class ReaderTimeout extends Error {
  readonly code = 'ERR_STREAM_PREMATURE_CLOSE';
}
