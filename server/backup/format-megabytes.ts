// Formats a number of bytes as megabytes for people.
const megabyte = new Intl.NumberFormat('en-CA', {
  style: 'unit',
  unit: 'megabyte',
  maximumFractionDigits: 1,
});

export function formatMegabytes(bytes: number): string {
  return megabyte.format(bytes / 1_000_000);
}
