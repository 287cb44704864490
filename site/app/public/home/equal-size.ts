const area = 6000;
const [maxWidth, maxHeight] = [208, 64];

/** CSS pixels of a logo in a row: all cover about the same area, so that none outweighs another. */
export function equalSize({ width, height }: { width: number; height: number }): {
  width: number;
  height: number;
} {
  const scale = Math.min(Math.sqrt(area / (width * height)), maxWidth / width, maxHeight / height);
  return { width: Math.round(width * scale), height: Math.max(1, Math.round(height * scale)) };
}
