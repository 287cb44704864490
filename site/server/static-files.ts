import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, relative } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { sendStoredResponse, createStoredResponse, type StoredResponse } from './stored-response.ts';

export interface StaticFiles {
  /** Sends a built file for GET and HEAD; false if there is none at this path. */
  respond(request: IncomingMessage, response: ServerResponse): boolean;
}

/**
 * Serves the built client folder from memory. It is read completely at the start (3 MB), so that a later build does not
 * remove files of the pages that this server sends. Each file is compressed once, at its first request.
 */
export function openStaticFiles(folder: string, headers: Record<string, string>): StaticFiles {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const files = new Map(
    entries.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return [`/${relative(folder, file)}`, readFileSync(file)];
    }),
  );
  const responses = new Map<string, Promise<StoredResponse>>();

  function load(path: string, body: Buffer<ArrayBuffer>): Promise<StoredResponse> {
    const contentType = getMimeType(path) ?? 'application/octet-stream';
    // Names under /assets/ contain a hash of the content.
    const cacheControl = path.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600';
    return createStoredResponse(body, {
      ...headers,
      'content-type': contentType,
      'cache-control': cacheControl,
    });
  }

  return {
    respond(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const path = (request.url ?? '').split('?', 1)[0] ?? '';
      const body = files.get(path);
      if (body === undefined) return false;
      const loading = responses.get(path) ?? load(path, body);
      responses.set(path, loading);
      loading.then(
        (stored) => sendStoredResponse(request, response, stored),
        (error: unknown) => {
          responses.delete(path);
          console.error(error);
          response.writeHead(500, headers).end();
        },
      );
      return true;
    },
  };
}
