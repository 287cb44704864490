import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { processorSeconds } from './processor.ts';

const start = promisify(execFile);

/** A server under test: where it answers, and the process that is counted with all it started. */
export interface Target {
  url: string;
  pid: number;
}

export interface Load {
  connections?: number;
  seconds?: number;
  headers?: Readonly<Record<string, string>>;
}

export interface LoadSample {
  perSecond: number;
  /** of the server, its children included */
  processorMicrosPerRequest: number;
}

/** One run of wrk against a server. Throws when an answer was not 2xx or a socket failed. */
export async function loadServer(
  { url, pid }: Target,
  { connections = 32, seconds = 4, headers = {} }: Load = {},
): Promise<LoadSample> {
  const options = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const before = processorSeconds(pid);
  const { stdout } = await start('wrk', [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--timeout=10s',
    ...options,
    url,
  ]);
  const used = processorSeconds(pid) - before;
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  const trouble = /Socket errors:.*|Non-2xx.*/.exec(stdout)?.[0];
  if (!requests || trouble) throw new Error(`wrk against ${url}: ${trouble ?? stdout}`);
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    processorMicrosPerRequest: (used * 1e6) / requests,
  };
}
