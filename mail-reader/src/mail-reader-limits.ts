/** Limits of one mail. The code that fetches mail limits its size. */
export const mailReaderLimits = {
  /** files that are described; further ones are left out */
  files: 100,
  /** characters of the text */
  bodyLength: 100_000,
  /** Reading that takes longer or needs more memory is aborted; then only the head is read. */
  readMs: 10_000,
  readMegabytes: 512,
  /** for all look-ups of its sender together */
  dnsMs: 3_000,
  /** worker threads, each of which reads one mail at a time */
  readers: 3,
  /** A mail with more lines than this, shorter than these bytes on average, is not parsed. */
  shortLines: 100_000,
  shortLineBytes: 40,
} as const;
