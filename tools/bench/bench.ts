import type { Report } from './report.ts';

/** What NAME.bench.ts exports as `bench`, for `npm run bench -- NAME`. */
export interface Bench {
  title: string;
  /** Without these it is skipped, with a message that says how to get them. */
  needs: readonly Need[];
  run(report: Report, pages: readonly string[]): Promise<void>;
}

/** `packages` are those of bench/package.json, installed when a bench first needs them. */
export type Need = 'nginx' | 'wrk' | 'chromium' | 'packages';
