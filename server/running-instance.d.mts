export interface RunningNote {
  pid: number;
  /** The address its visitors use. */
  siteUrl: string;
}
export function noteRunning(dataDir: string, note: RunningNote): () => void;
export function findRunning(dataDir: string): RunningNote | null;
