import { uploadTexts } from './upload-texts.ts';

const { errors } = uploadTexts;

/** Types that the bucket `incoming` accepts; the server checks the bytes. */
const types = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']);

/** A logo may also be a drawing. */
const logoTypes = new Set([...types, 'image/svg+xml']);

/** For `<input accept>`. */
export const acceptedFiles = [...types].join(',');
export const acceptedLogos = [...logoTypes].join(',');
const maxBytes = 20 * 1024 * 1024;

/** Why a file is not accepted, as an instruction; null if it may be. */
export function fileProblem(
  { type, size }: Pick<File, 'type' | 'size'>,
  { isLogo = false }: { isLogo?: boolean } = {},
): string | null {
  if (!(isLogo ? logoTypes : types).has(type)) return errors.wrongType;
  if (size === 0) return errors.emptyFile;
  if (size > maxBytes) return errors.tooLarge;
  return null;
}

/** "84 KB", "2.4 MB" */
export function formatPictureSize(bytes: number): string {
  if (bytes < 1_000_000) return uploadTexts.kilobytes(Math.max(1, Math.round(bytes / 1000)));
  return uploadTexts.megabytes((bytes / 1_000_000).toFixed(1));
}

/** All dropped or pasted files, so that wrong types are reported too. */
export function transferredFiles(transfer: DataTransfer | null): File[] {
  return [...(transfer?.files ?? [])];
}
