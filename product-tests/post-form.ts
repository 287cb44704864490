export interface FormResponse {
  status: number;
  /** where a browser would be sent */
  location: string | null;
  html: string;
}

/** Posts a form as a browser without scripts does; redirects are not followed. */
export async function postForm(
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<FormResponse> {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: new URL(url).origin, ...headers },
    body: new URLSearchParams(fields),
  });
  return {
    status: response.status,
    location: response.headers.get('location'),
    html: await response.text(),
  };
}
