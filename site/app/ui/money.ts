// Making a formatter costs more than drawing a tile.
const [whole, cents] = [0, 2].map((digits) =>
  Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits }),
) as [Intl.NumberFormat, Intl.NumberFormat];

/** "$12,500": whole dollars without cents, others with two digits. The spec's form, whatever the reader's locale. */
export function formatDollars(amount: number): string {
  return `$${(Number.isInteger(amount) ? whole : cents).format(amount)}`;
}
