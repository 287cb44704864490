// Creating a formatter takes longer than rendering a tile.
const [whole, cents] = [0, 2].map((digits) =>
  Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits }),
) as [Intl.NumberFormat, Intl.NumberFormat];

/** "$12,500": no cents in whole dollars, else two digits. The specification's format, in every locale. */
export function formatDollars(amount: number): string {
  return `$${(Number.isInteger(amount) ? whole : cents).format(amount)}`;
}

/** "1,200": a whole number in the site's locale. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-CA');
}
