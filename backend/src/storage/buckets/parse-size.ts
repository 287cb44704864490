/**
 * Bytes of a number or a text such as "20mb" or "1.5 GiB". `kilo` is the base of K, M and G without an i: 1000 in
 * requests, 1024 in config.toml.
 */
export function parseSize(value: string | number, kilo: 1000 | 1024 = 1000): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : null;
  const match = /^\s*(\d{1,15}(?:\.\d{1,3})?)\s*([kmgt]?)(i?)b?\s*$/i.exec(value);
  if (!match) return null;
  const [, number = '', prefix = '', binary] = match;
  if (binary && !prefix) return null;
  const power = ' kmgt'.indexOf(prefix.toLowerCase() || ' ');
  const bytes = Math.floor(Number(number) * (binary ? 1024 : kilo) ** power);
  return Number.isSafeInteger(bytes) ? bytes : null;
}
