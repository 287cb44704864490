/** Whether a browser would load this URL from another site. `own`: the origins that are ours. */
export function isForeignUrl(url: string, own: readonly string[]): boolean {
  return /^https?:/i.test(url) && URL.canParse(url) && !own.includes(new URL(url).origin);
}
