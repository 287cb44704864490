/**
 * Removes parameters from the query and the fragment of the current URL, where history, screenshots and copied links
 * would keep them. Returns them, those of the query first, or null without any.
 */
export function takeParameters(names: readonly string[]): URLSearchParams | null {
  const url = new URL(location.href);
  const fragment = new URLSearchParams(url.hash.slice(1));
  const query = url.searchParams;
  const taken = new URLSearchParams();
  for (const name of names) {
    const value = query.get(name) ?? fragment.get(name);
    if (value !== null) taken.set(name, value);
    if (fragment.has(name)) url.hash = '';
    if (query.has(name)) query.delete(name);
  }
  if (taken.size === 0) return null;
  history.replaceState(history.state, '', url.pathname + url.search + url.hash);
  return taken;
}
