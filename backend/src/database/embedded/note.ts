import { chownSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../../errors/startup-error.ts';

/** What a DATA_DIR knows of its database. */
export interface Note {
  password: string;
  /** Set when the cluster does not live in DATA_DIR. */
  home?: string;
  /** Names the database, where a copy of the folder would name the same one. */
  id?: string;
}

export function noteFile(dataDir: string): string {
  return join(dataDir, 'database.json');
}

export function readNote(dataDir: string): Note | undefined {
  const file = noteFile(dataDir);
  if (!existsSync(file)) return undefined;
  try {
    const note = JSON.parse(readFileSync(file, 'utf8')) as Partial<Note>;
    if (typeof note.password === 'string') return note as Note;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
  }
  throw new StartupError(`${file} cannot be read as JSON with a password: restore it from a backup`);
}

export function writeNote(dataDir: string, note: Note): void {
  writeWhole(noteFile(dataDir), JSON.stringify(note), 0o600);
}

/** Under its name only once it is whole; who owned the file before owns it still. */
export function writeWhole(file: string, text: string, mode: number): void {
  const before = statSync(file, { throwIfNoEntry: false });
  writeFileSync(`${file}.new`, text, { mode, flush: true });
  if (before && before.uid !== process.getuid?.()) chownSync(`${file}.new`, before.uid, before.gid);
  renameSync(`${file}.new`, file);
}
