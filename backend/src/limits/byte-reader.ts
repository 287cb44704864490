// Reads JSON tokens from bytes in several chunks, which are never joined.

const [quote, backslash, minus, dot, plus] = [0x22, 0x5c, 0x2d, 0x2e, 0x2b];
const none = new Uint8Array();
/** After the last byte. Less than every byte, and no white space. */
const end = -1;

/** The text is not JSON. */
export class InvalidJsonError extends Error {}

export class ByteReader {
  private readonly chunks: readonly Uint8Array[];
  private index = 0;
  private chunk: Uint8Array;
  /** The position of the chunk's first byte. */
  private offset = 0;
  private at = 0;

  constructor(chunks: readonly Uint8Array[], position = 0) {
    this.chunks = chunks;
    this.chunk = chunks[0] ?? none;
    while (position - this.offset >= this.chunk.length && this.advance());
    this.at = position - this.offset;
  }

  get position(): number {
    return this.offset + this.at;
  }

  /** The next byte; -1 at the end. */
  peek(): number {
    while (this.at >= this.chunk.length) if (!this.advance()) return end;
    return this.chunk[this.at] ?? end;
  }

  private advance(): boolean {
    const next = this.chunks[this.index + 1];
    if (next === undefined) return false;
    this.offset += this.chunk.length;
    this.index += 1;
    this.chunk = next;
    this.at = 0;
    return true;
  }

  /** Skips the byte that was peeked. */
  skip(): void {
    this.at += 1;
  }

  skipIf(byte: number): boolean {
    if (this.peek() !== byte) return false;
    this.at += 1;
    return true;
  }

  /** Returns the next byte that is not white space. */
  skipSpace(): number {
    for (;;) {
      const byte = this.peek();
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte;
      this.at += 1;
    }
  }

  /** Up to and with the closing quote, or to the end of the chunk. Returns whether the string has ended. */
  skipStringPart(): boolean {
    const { chunk } = this;
    let { at } = this;
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? end;
      if (byte === quote) {
        this.at = at + 1;
        return true;
      }
      if (byte < 0x20) throw new InvalidJsonError();
      if (byte === backslash) {
        this.at = at + 1;
        this.skipEscape();
        return false;
      }
    }
    this.at = at;
    if (!this.advance()) throw new InvalidJsonError();
    return false;
  }

  private skipEscape(): void {
    const letter = this.peek();
    this.skip();
    if (letter === 0x75) for (let digits = 0; digits < 4; digits += 1) this.skipHexDigit();
    else if (!escapes.has(letter)) throw new InvalidJsonError();
  }

  private skipHexDigit(): void {
    const byte = this.peek();
    const letter = byte | 0x20;
    if (!isDigit(byte) && !(letter >= 0x61 && letter <= 0x66)) throw new InvalidJsonError();
    this.skip();
  }

  /** A number, true, false or null. */
  skipWord(): void {
    const word = words.get(this.peek());
    if (word === undefined) this.skipNumber();
    else for (const byte of word) if (!this.skipIf(byte)) throw new InvalidJsonError();
  }

  private skipNumber(): void {
    this.skipIf(minus);
    if (!this.skipIf(0x30)) this.skipDigits();
    if (this.skipIf(dot)) this.skipDigits();
    if (!this.skipIf(0x65) && !this.skipIf(0x45)) return;
    if (!this.skipIf(plus)) this.skipIf(minus);
    this.skipDigits();
  }

  /** Throws unless there is at least one. */
  private skipDigits(): void {
    if (!isDigit(this.peek())) throw new InvalidJsonError();
    while (isDigit(this.peek())) this.skip();
  }

  /** Whether these bytes are those from a position that was read before. */
  isAt(start: number, bytes: Uint8Array): boolean {
    if (start < this.offset) return this.read(start, start + bytes.length).equals(bytes);
    const first = start - this.offset;
    for (let index = 0; index < bytes.length; index += 1)
      if (this.chunk[first + index] !== bytes[index]) return false;
    return true;
  }

  /** Bytes between two positions that were read before. */
  read(start: number, stop: number): Buffer {
    const { buffer, byteOffset, length } = this.chunk;
    if (start >= this.offset && stop <= this.offset + length)
      return Buffer.from(buffer, byteOffset + start - this.offset, stop - start);
    let { index, offset } = this;
    while (start < offset) {
      index -= 1;
      offset -= this.chunks[index]?.length ?? 0;
    }
    const parts: Uint8Array[] = [];
    for (; offset < stop && index < this.chunks.length; index += 1) {
      const chunk = this.chunks[index] ?? none;
      parts.push(chunk.subarray(Math.max(0, start - offset), stop - offset));
      offset += chunk.length;
    }
    return Buffer.concat(parts);
  }
}

const escapes = new Set(Buffer.from('"\\/bfnrt'));
const words = new Map(['true', 'false', 'null'].map((word) => [word.charCodeAt(0), Buffer.from(word)]));

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
