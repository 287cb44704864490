/** This minute in the browser's zone, as a datetime-local field has it: "2026-11-23T09:30". */
export function localNow(now = new Date()): string {
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
