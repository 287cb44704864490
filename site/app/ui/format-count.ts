/** "1,200": a whole number in the site's locale. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-CA');
}
