const dayMs = 86_400_000;

/** `day` is YYYY-MM-DD, as are the results: days of a calendar, in no time zone. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

/** The Monday of that day's week. */
function mondayOf(day: string): string {
  return addDays(day, -((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7));
}

/** What an address says, where it is a day; else the week of `today`. */
export function weekFrom(given: string | null, today: string): string {
  const isDay =
    given !== null && /^20\d\d-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(`${given}T00:00Z`));
  return mondayOf(isDay ? given : today);
}

/** Monday to Sunday. */
export function daysOf(monday: string): string[] {
  return [0, 1, 2, 3, 4, 5, 6].map((count) => addDays(monday, count));
}
