export interface Failure {
  name: string;
  message: string;
}
export function vitestFailures(report: unknown): Failure[];
export function browserFailures(report: unknown): Failure[];
