import { receivedMailTexts } from './received-mail-texts.ts';

const t = receivedMailTexts.size;
const format = new Intl.NumberFormat('en-CA', { maximumFractionDigits: 1 });

/** Of a file, at least 1 KB. */
export function formatSize(bytes: number): string {
  if (bytes < 1_000_000) return t.kilobytes(String(Math.max(1, Math.round(bytes / 1000))));
  return t.megabytes(format.format(bytes / 1_000_000));
}
