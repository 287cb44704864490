export interface Failure {
  /** Undefined for an error outside the tests. */
  file?: string;
  /** Null for a file of Vitest that could not run. */
  title?: string | null;
  name: string;
  message: string;
}
export function vitestFailures(report: unknown): Failure[];
export function browserFailures(report: unknown): Failure[];
