import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request,\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})$/;

/** Signature version 4 with a payload hash, as the S3 documentation computes it. */
export function hasValidSignature(
  request: IncomingMessage,
  body: Buffer,
  { accessKey, secretKey }: { accessKey: string; secretKey: string },
): boolean {
  const parts = authorization.exec(request.headers.authorization ?? '');
  if (!parts) return false;
  const [, key, date = '', region = '', names = '', signature] = parts;
  const payloadHash = createHash('sha256').update(body).digest('hex');
  if (key !== accessKey || request.headers['x-amz-content-sha256'] !== payloadHash) return false;
  const url = new URL(request.url ?? '', 'http://localhost');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&');
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, url.pathname, query, headers.join(''), names, payloadHash].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const hash = createHash('sha256').update(canonical).digest('hex');
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, hash].join('\n');
  const signingKey = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (last, part) => createHmac('sha256', last).update(part).digest(),
    `AWS4${secretKey}`,
  );
  return createHmac('sha256', signingKey).update(toSign).digest('hex') === signature;
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
