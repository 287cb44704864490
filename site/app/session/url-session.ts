/** What a link in a message opens: the session that the auth service put into the fragment. */
export interface UrlSession {
  access_token: string;
  refresh_token: string;
}

/**
 * Takes the session out of `/dashboard#access_token=…` before the client finds it: the client clears the fragment by a
 * navigation, which leaves the tokens in the history, where Back and whoever uses the browser next would find them.
 */
export function takeUrlSession(): UrlSession | null {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const access_token = fragment.get('access_token');
  const refresh_token = fragment.get('refresh_token');
  if (!access_token || !refresh_token) return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  return { access_token, refresh_token };
}
