/** How old a backup may become: "8d 4w 12m" gives 12 months. */
export function longestBackupRetention(keep: string): { amount: number; unit: 'days' | 'months' } {
  const [days = 0, weeks = 0, months = 0] = keep.split(' ').map((part) => Number.parseInt(part, 10));
  const inDays = Math.max(days, weeks * 7);
  return months * 28 >= inDays ? { amount: months, unit: 'months' } : { amount: inDays, unit: 'days' };
}
