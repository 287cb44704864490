/** The next time that this machine's clock shows `time` (HH:MM) after `now`. A time that a clock change skips is later. */
export function nextBackupTime(time: string, now: Date): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const next = new Date(now);
  next.setHours(hours, minutes, 0, 0);
  if (next <= now) {
    next.setDate(next.getDate() + 1);
    next.setHours(hours, minutes, 0, 0);
  }
  return next;
}
