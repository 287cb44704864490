/** A signed time, or '' where it cannot be fetched: a form without a hint is as good. */
export async function fetchHint(): Promise<string> {
  try {
    const response = await fetch('/form-hint');
    return response.ok ? (await response.text()).slice(0, 100) : '';
  } catch {
    return '';
  }
}
