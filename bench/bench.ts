import type { Report } from './report.ts';

/** What NAME.bench.ts exports as `bench`, for `npm run bench -- NAME`. */
export interface Bench {
  /** What is compared with what, in one line. */
  title: string;
  /** Without these it is skipped, with a message that says how to get them. */
  needs: readonly Need[];
  /** `pages` are the paths to measure; all when there are none. */
  run(report: Report, pages: readonly string[]): Promise<void>;
}

/** `packages` are those of bench/package.json, installed when a bench first needs them. */
export type Need = 'nginx' | 'wrk' | 'chromium' | 'packages';
