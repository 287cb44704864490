/** "$12,500": whole dollars without cents, others with two digits. The spec's form, whatever the reader's locale. */
export function formatDollars(amount: number): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  return `$${amount.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}
