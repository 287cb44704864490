import type { Report } from './report.ts';

/** What a bench file exports as `bench`. It is run by `npm run bench -- NAME`, where NAME is the file's: NAME.bench.ts */
export interface Bench {
  /** what is compared with what, one line */
  title: string;
  /** without these it is skipped, with a message that says how to get them */
  needs: readonly Need[];
  /** `pages` are the paths that were asked for; all when there are none */
  run(report: Report, pages: readonly string[]): Promise<void>;
}

/** `packages` are those of bench/package.json; they are installed when a bench first needs them. */
export type Need = 'nginx' | 'wrk' | 'chromium' | 'packages';
