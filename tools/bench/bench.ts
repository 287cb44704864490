import type { BenchReport } from './report.ts';

/** `packages` are those of bench/package.json, installed when a bench first needs them. */
export type BenchRequirement = 'nginx' | 'wrk' | 'chromium' | 'packages';

/** The shape of `bench`, which NAME.bench.ts exports for `npm run bench -- NAME`. */
export interface Bench {
  title: string;
  /** If one is missing, the bench is skipped with a message that says how to get it. */
  needs: readonly BenchRequirement[];
  run(report: BenchReport, pages: readonly string[]): Promise<void>;
}
