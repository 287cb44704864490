/** A response as it is sent: whole, before it is compressed. */
export interface RenderedPage {
  status: number;
  headers: Headers;
  body: Buffer<ArrayBuffer>;
}

/** `document` is the body where the renderer gave it beside the response; see app/data/document-context.ts. */
export async function readPage(response: Response, document: string | null = null): Promise<RenderedPage> {
  const { status, headers } = response;
  const body = document === null ? Buffer.from(await response.arrayBuffer()) : Buffer.from(document);
  return { status, headers, body };
}
