/** Types that the bucket `incoming` accepts; the server checks the bytes. */
const types = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']);

/** For `<input accept>`. */
export const acceptedFiles = [...types].join(',');
export const maxBytes = 20 * 1024 * 1024;

/** Why a file is not accepted, as an instruction; null if it may be. */
export function fileProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!types.has(type)) return "That file type isn't supported. Choose a JPEG, PNG, WebP, GIF or AVIF file.";
  if (size === 0) return 'This file is empty. Choose another one.';
  if (size > maxBytes) return 'This file is larger than 20 MB. Make it smaller and choose it again.';
  return null;
}

/** "84 KB", "2.4 MB" */
export function formatSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** All dropped or pasted files, so that wrong types are reported too. */
export function transferredFiles(transfer: DataTransfer | null): File[] {
  return [...(transfer?.files ?? [])];
}
