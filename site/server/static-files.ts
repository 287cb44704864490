import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { sendAnswer, storeAnswer, type StoredAnswer } from './stored-answer.ts';

export interface StaticFiles {
  /** Answers GET and HEAD of a built file; false when there is none at this path. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
}

/** Serves the built client folder from memory, each file compressed once, when first asked for. */
export function openStaticFiles(folder: string, headers: Record<string, string>): StaticFiles {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
  const answers = new Map<string, Promise<StoredAnswer> | undefined>(
    paths.map((name) => [`/${name}`, undefined]),
  );

  // Async, so that a file that is gone meanwhile fails this answer alone.
  async function load(path: string): Promise<StoredAnswer> {
    const body = readFileSync(join(folder, path));
    const contentType = getMimeType(path) ?? 'application/octet-stream';
    // Names under /assets/ carry a hash of their content.
    const cacheControl = path.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600';
    return storeAnswer(body, { ...headers, 'content-type': contentType, 'cache-control': cacheControl });
  }

  return {
    answer(request, response) {
      const path = (request.url ?? '').split('?', 1)[0] ?? '';
      if (!answers.has(path)) return false;
      const answer = answers.get(path) ?? load(path);
      answers.set(path, answer);
      answer.then(
        (stored) => sendAnswer(request, response, stored),
        (error: unknown) => {
          answers.set(path, undefined);
          console.error(error);
          response.writeHead(500, headers).end();
        },
      );
      return true;
    },
  };
}
