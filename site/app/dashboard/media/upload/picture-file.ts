/** What the bucket `incoming` takes; the server looks at the bytes themselves. */
const types = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']);

/** For `<input accept>`. */
export const acceptedFiles = [...types].join(',');
export const mostBytes = 20 * 1024 * 1024;

/** Why a file cannot be taken, as an instruction; null when it may be tried. */
export function problemOfFile({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!types.has(type)) return "That file type isn't supported. Choose a JPEG, PNG, WebP, GIF or AVIF file.";
  if (size === 0) return 'This file is empty. Choose another one.';
  if (size > mostBytes) return 'This file is larger than 20 MB. Make it smaller and choose it again.';
  return null;
}

/** "84 KB", "2.4 MB" */
export function formatSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The pictures among what was dropped or pasted; other files too, so that somebody hears why they are refused. */
export function filesOf(transfer: DataTransfer | null): File[] {
  return [...(transfer?.files ?? [])];
}
