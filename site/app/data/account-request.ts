/** The token with which fetchAsUser() signs a request; undefined without one. */
export function bearerToken({ headers }: Request): string | undefined {
  return /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
}

/** The JSON that was sent; undefined where it is none, or longer than `maxLength` characters. */
export async function readRequestJson(request: Request, maxLength: number): Promise<unknown> {
  const text = await request.text();
  try {
    return text.length > maxLength ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A response for one account, which nothing stores. */
export function privateJson(body: object, status = 200): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', vary: 'authorization' } });
}
