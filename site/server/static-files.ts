import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, relative } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { sendAnswer, storeAnswer, type StoredAnswer } from './stored-answer.ts';

export interface StaticFiles {
  /** Answers GET and HEAD of a built file; false when there is none at this path. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
}

/**
 * Serves the built client folder from memory. It is read whole at the start (3 MB), so that a build beneath a running
 * server takes nothing away from the pages that it serves; each file is compressed once, when first asked for.
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
  const answers = new Map<string, Promise<StoredAnswer>>();

  function load(path: string, body: Buffer<ArrayBuffer>): Promise<StoredAnswer> {
    const contentType = getMimeType(path) ?? 'application/octet-stream';
    // Names under /assets/ carry a hash of their content.
    const cacheControl = path.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600';
    return storeAnswer(body, { ...headers, 'content-type': contentType, 'cache-control': cacheControl });
  }

  return {
    answer(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const path = (request.url ?? '').split('?', 1)[0] ?? '';
      const body = files.get(path);
      if (body === undefined) return false;
      const answer = answers.get(path) ?? load(path, body);
      answers.set(path, answer);
      answer.then(
        (stored) => sendAnswer(request, response, stored),
        (error: unknown) => {
          answers.delete(path);
          console.error(error);
          response.writeHead(500, headers).end();
        },
      );
      return true;
    },
  };
}
