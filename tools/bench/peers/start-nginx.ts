import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findFreePort } from '../../../e2e/product/product.ts';
import type { LoadTarget } from '../load.ts';
import { findProgram } from '../needs.ts';
import { waitUntilUp } from './wait-until-up.ts';

export interface ServedFile {
  /** With a leading slash, but not / itself: nginx would look for an index there, at a cost. */
  path: string;
  body: Buffer;
  type: string;
  /** The encoding that the bytes already have. */
  encoding?: string;
}

export type Nginx = LoadTarget & AsyncDisposable;

/** One worker, no access log. */
export async function startNginx(files: readonly ServedFile[]): Promise<Nginx> {
  const program = findProgram('nginx');
  if (!program) throw new Error('nginx is not installed');
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-nginx-'));
  const port = await findFreePort();
  const locations: string[] = [];
  for (const [index, { path, body, type, encoding }] of files.entries()) {
    const file = join(folder, 'files', String(index));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, body);
    const encoded = encoding ? `add_header content-encoding ${encoding};` : '';
    locations.push(
      `location = "${path}" { alias ${file}; types {} default_type "${type}"; ${encoded} add_header cache-control "public, max-age=0, must-revalidate"; add_header vary accept-encoding; }`,
    );
  }
  const config = join(folder, 'nginx.conf');
  await writeFile(
    config,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=100;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  server { listen 127.0.0.1:${port}; ${locations.join('\n')} }
}
`,
  );
  const child = spawn(program, ['-c', config, '-e', `${folder}/error.log`, '-p', folder], {
    stdio: 'inherit',
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  await waitUntilUp(url, child);
  return {
    url,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
