import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readProcessorSeconds } from './process-figures.ts';
import { fullOrTrialAmount } from './rounds.ts';

const start = promisify(execFile);

/** The processor time of the process is measured together with its children. */
export interface LoadTarget {
  url: string;
  pid: number;
}

interface LoadOptions {
  connections?: number;
  seconds?: number;
  headers?: Readonly<Record<string, string>>;
}

interface LoadSample {
  perSecond: number;
  processorMicrosPerRequest: number;
}

/** Throws if a response was not 2xx or a socket failed. */
export async function loadServer(
  { url, pid }: LoadTarget,
  { connections = 32, seconds = fullOrTrialAmount(4), headers = {} }: LoadOptions = {},
): Promise<LoadSample> {
  const options = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const before = readProcessorSeconds(pid);
  const { stdout } = await start('wrk', [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--timeout=10s',
    ...options,
    url,
  ]);
  const used = readProcessorSeconds(pid) - before;
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  const failure = /Socket errors:.*|Non-2xx.*/.exec(stdout)?.[0];
  if (!requests || failure) throw new Error(`wrk against ${url}: ${failure ?? stdout}`);
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    processorMicrosPerRequest: (used * 1e6) / requests,
  };
}
