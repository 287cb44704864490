/** Image format by its first bytes, whatever type it claims; null if it is no raster image. */
export function sniffPicture(bytes: Uint8Array): 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' | null {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif';
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'webp';
  if (start.slice(4, 8) === 'ftyp' && /^avi[fs]$/.test(start.slice(8, 12))) return 'avif';
  return null;
}
