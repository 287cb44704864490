import type { Failure } from './test-failures.d.mts';

interface RunOptions {
  folder: string;
  env: NodeJS.ProcessEnv;
  repeats?: boolean;
  root?: string;
}

export interface SuiteResult {
  counts: { passed: number; failed: number; skipped: number };
  failures: Failure[];
  unstable: Failure[];
  isMissing?: true;
}

export function runVitest(
  options: RunOptions & { name: string; args?: string[]; before?: string[] },
): Promise<SuiteResult>;
export function runBrowserTests(options: RunOptions): Promise<SuiteResult>;
