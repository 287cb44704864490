// A fake S3 store in memory: objects, multipart uploads, paginated lists; only path style with signed requests.
import { createHash, randomUUID, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenOnLoopback } from './listen-on-loopback.ts';

interface StoredObject {
  body: Buffer;
  at: Date;
}

export interface S3Server {
  endpoint: string;
  accessKey: string;
  secretKey: string;
  /** Keys are `bucket/key`. */
  objects: Map<string, StoredObject>;
  /** Uploads that were neither completed nor aborted. */
  uploads: Map<string, Map<number, Buffer>>;
  /** Replace it with a function that returns true for requests that never get a response. */
  hangs: (method: string, path: string) => boolean;
  close(): Promise<void>;
}

const pageSize = 100;

/** Listens on loopback; has one bucket. */
export async function startS3Server(bucket: string): Promise<S3Server> {
  const keys = { accessKey: 'AKIDEXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG' };
  const objects: S3Server['objects'] = new Map();
  const uploads: S3Server['uploads'] = new Map();

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    if (store.hangs(request.method ?? '', decodeURIComponent(request.url ?? ''))) return;
    if (!hasValidSignature(request, body, keys)) return fail(response, 403, 'SignatureDoesNotMatch');
    const url = new URL(request.url ?? '', 'http://localhost');
    const path = decodeURIComponent(url.pathname).slice(1);
    const [name] = path.split('/');
    if (name !== bucket) return fail(response, 404, 'NoSuchBucket');
    if (path.replace(/\/$/, '') === bucket) return list(url.searchParams, response);
    const upload = url.searchParams.get('uploadId');
    if (url.searchParams.has('uploads')) return beginUpload(response);
    if (upload !== null)
      return continueUpload(request, response, { upload, path, body, query: url.searchParams });
    if (request.method === 'PUT') return put(path, body, response);
    if (request.method === 'DELETE') {
      objects.delete(path);
      response.writeHead(204).end();
      return;
    }
    const found = objects.get(path);
    if (!found) return fail(response, 404, 'NoSuchKey');
    response.writeHead(200, { 'content-length': found.body.byteLength }).end(found.body);
  }

  function put(path: string, body: Buffer, response: ServerResponse): void {
    objects.set(path, { body, at: new Date() });
    response.writeHead(200, { etag: etagOf(body) }).end();
  }

  function list(query: URLSearchParams, response: ServerResponse): void {
    const prefix = `${bucket}/${query.get('prefix') ?? ''}`;
    const after = query.get('continuation-token') ?? '';
    const found = [...objects].filter(([key]) => key.startsWith(prefix) && key > after).toSorted(byKey);
    const page = found.slice(0, pageSize);
    const contents = page.map(
      ([key, { body, at }]) =>
        `<Contents><Key>${key.slice(bucket.length + 1)}</Key><LastModified>${at.toISOString()}</LastModified><ETag>${etagOf(body)}</ETag><Size>${body.byteLength}</Size></Contents>`,
    );
    const isLast = page.length === found.length;
    const next = isLast ? '' : `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>`;
    xml(
      response,
      `<ListBucketResult><Name>${bucket}</Name><IsTruncated>${!isLast}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    );
  }

  function beginUpload(response: ServerResponse): void {
    const id = randomUUID();
    uploads.set(id, new Map());
    xml(
      response,
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    );
  }

  function continueUpload(
    request: IncomingMessage,
    response: ServerResponse,
    { upload, path, body, query }: { upload: string; path: string; body: Buffer; query: URLSearchParams },
  ): void {
    const parts = uploads.get(upload);
    if (!parts) return fail(response, 404, 'NoSuchUpload');
    if (request.method === 'PUT') {
      parts.set(Number(query.get('partNumber')), body);
      response.writeHead(200, { etag: etagOf(body) }).end();
      return;
    }
    uploads.delete(upload);
    if (request.method === 'DELETE') {
      response.writeHead(204).end();
      return;
    }
    const whole = Buffer.concat([...parts].toSorted(([one], [other]) => one - other).map(([, part]) => part));
    objects.set(path, { body: whole, at: new Date() });
    xml(
      response,
      `<CompleteMultipartUploadResult><ETag>${etagOf(whole)}</ETag></CompleteMultipartUploadResult>`,
    );
  }

  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  const { url: endpoint, close } = await listenOnLoopback(server);
  const store: S3Server = { endpoint, ...keys, objects, uploads, hangs: () => false, close };
  return store;
}

function byKey([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}

function etagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}

function xml(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${text}`);
}

function fail(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request,\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})$/;

/** Checks Signature Version 4 with a payload hash, as the S3 documentation computes it. */
function hasValidSignature(
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
