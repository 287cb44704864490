export interface RunningInstance {
  pid: number;
  /** The address its visitors use. */
  siteUrl: string;
}
export function recordRunningInstance(dataDir: string, instance: RunningInstance): () => void;
export function findRunningInstance(dataDir: string): RunningInstance | null;
