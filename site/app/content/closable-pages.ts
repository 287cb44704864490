/**
 * Pages that owners can close, by name: the function of the database that says whether it is open, and the table that
 * it reads. A closed page is in no footer, sitemap or invitation.
 */
export const closablePages = {
  book: { isOpen: 'booking_is_open', table: 'booking_settings' },
} as const;

/** `openPages`: the names of closable ones that are open (`Agency`). */
export function isPageOpen(name: string, openPages: readonly string[]): boolean {
  return !Object.hasOwn(closablePages, name) || openPages.includes(name);
}
