import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The range of systemd's dynamic users: no file and no account has them. */
const firstId = 61_184;
const lastId = 65_519;

/**
 * When the server is root, one user per function, always the same: it can neither signal the server, its database or
 * other functions nor read their files. undefined: the server's own user.
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
