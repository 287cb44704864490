export interface Instance {
  pid: number;
  /** The address its visitors use. */
  siteUrl: string;
}
export function recordInstance(dataDir: string, instance: Instance): () => void;
export function findInstance(dataDir: string): Instance | null;
