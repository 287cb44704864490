import { request } from 'node:http';
import type { ServedFile } from './start-nginx.ts';

export async function fetchServedFile(origin: string, path: string, servedAs = path): Promise<ServedFile> {
  return new Promise((resolve, reject) => {
    request(origin + path, { headers: { 'accept-encoding': 'gzip, deflate, br' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          path: servedAs,
          body: Buffer.concat(chunks),
          type: response.headers['content-type'] ?? '',
          ...(response.headers['content-encoding'] ? { encoding: response.headers['content-encoding'] } : {}),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}
