import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { programVersion } from '../program-version.ts';

export interface UpdateStatus {
  running: string;
  /** Of the feed; null while it was never read. */
  newest: string | null;
  /** Whether a version newer than the running one fixes a vulnerability. */
  security: boolean;
  /** The last time the feed was read, ISO 8601. */
  checkedAt: string | null;
}

/** JSON Feed 1.1, as `npm run release` writes it: an item for each version, tagged "security" where it fixes one. */
const feed = z.object({
  items: z.array(z.object({ title: z.string(), tags: z.array(z.string()).default([]) })),
});
const stored = z.object({
  checkedAt: z.string(),
  releases: z.array(z.object({ version: z.string(), security: z.boolean() })),
});

type Releases = z.infer<typeof stored>['releases'];

/** Throws a ZodError where `text` is no feed; items that are no version are skipped. */
export function readFeed(text: string): Releases {
  return feed
    .parse(JSON.parse(text))
    .items.filter(({ title }) => /^\d{1,9}\.\d{1,9}\.\d{1,9}$/.test(title))
    .map(({ title, tags }) => ({ version: title, security: tags.includes('security') }));
}

/** What the feed said when it was last read, against the version that runs now. */
export function readUpdateStatus(dataDir: string, running: string = programVersion()): UpdateStatus {
  const { releases, checkedAt } = readStored(dataDir);
  const newer = releases.filter(({ version }) => compareVersions(version, running) > 0);
  const versions = releases.map(({ version }) => version).toSorted(compareVersions);
  return {
    running,
    newest: versions.at(-1) ?? null,
    security: newer.some(({ security }) => security),
    checkedAt,
  };
}

export function recordFeed(dataDir: string, releases: Releases, now: Date): void {
  const file = join(dataDir, fileName);
  writeFileSync(`${file}.new`, JSON.stringify({ checkedAt: now.toISOString(), releases }), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Like a comparison function of sort. */
export function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

const fileName = 'updates.json';

function readStored(dataDir: string): { releases: Releases; checkedAt: string | null } {
  const file = join(dataDir, fileName);
  try {
    if (existsSync(file)) return stored.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // Read again tomorrow.
  }
  return { releases: [], checkedAt: null };
}
