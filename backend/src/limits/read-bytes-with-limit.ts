// Reads a body into memory up to a number of bytes.

export async function readBytesWithLimit(
  chunks: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
  tooLarge: () => Error,
): Promise<Buffer<ArrayBuffer>> {
  return Buffer.concat(await readChunksWithLimit(chunks, maxBytes, tooLarge));
}

/** Throws the error of `tooLarge` as soon as there are more than `maxBytes`. */
export async function readChunksWithLimit(
  chunks: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
  tooLarge: () => Error,
): Promise<Uint8Array[]> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    read.push(chunk);
  }
  return read;
}
