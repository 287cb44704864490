import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Ids that systemd hands out to services for as long as they run: no file and no account has them. */
const firstId = 61_184;
const lastId = 65_519;

/**
 * The user that a function runs as where the server is root: one for each function, always the same, so that a function
 * can neither signal the server, its database and other functions nor read their files. Undefined: as we do.
 */
export function functionUserId(entry: string): number | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const taken = new Set(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => Number(line.split(':')[2])),
  );
  const count = lastId - firstId + 1;
  const start = createHash('sha256').update(entry).digest().readUInt32BE() % count;
  for (let step = 0; step < count; step++) {
    const id = firstId + ((start + step) % count);
    if (!taken.has(id)) return id;
  }
  return undefined;
}
