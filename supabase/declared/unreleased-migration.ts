// The migration of what changed since the last release: rewritten under a new version until the next one freezes it.
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastByHand, toMigration } from '@fairlead/backend/database';
import type { MigrationDecisions } from './plan-schema-changes.ts';

const project = join(import.meta.dirname, '..');
const folder = join(project, 'migrations');
/** Of the migrations that never change, as sha256sum prints them; relative to supabase/. */
const frozenList = join(project, 'frozen.sha256');

const firstByHand = '-- First, by hand:';
const generatedPart = '-- From supabase/schemas:';

/** What a person wrote into it, which stays when it is rewritten. */
export interface HandwrittenParts extends MigrationDecisions {
  /** Runs before the generated part, for example to change rows that a new constraint would reject. */
  first: string;
  /** Runs after it. A rebuild runs it again, on the rows of the former database. */
  last: string;
}

export function isUnreleased(file: string): boolean {
  return file.endsWith('_unreleased.sql');
}

function listMigrations(): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted();
}

/** Several after a merge, until `npm run migration` joins them. */
export function listUnreleased(): string[] {
  return listMigrations().filter(isUnreleased);
}

export function readUnreleased(file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}

/** Throws if a frozen migration was changed, is gone or is not in the list. */
export function checkFrozenMigrations(): void {
  const listed = readFileSync(frozenList, 'utf8').trim().split('\n');
  const present = listMigrations()
    .filter((file) => !isUnreleased(file))
    .map((file) => describeFrozen(file));
  const differing = [...new Set([...listed, ...present])].filter(
    (line) => !listed.includes(line) || !present.includes(line),
  );
  if (differing.length === 0) return;
  const files = new Set(differing.map((line) => line.split('  ')[1]));
  throw new Error(
    `Databases have applied these migrations, so they stay as they are; restore them, and write what changes into supabase/schemas or the handwritten parts of the unreleased one: ${[...files].join(', ')}`,
  );
}

function describeFrozen(file: string): string {
  return `${toMigration(file, readFileSync(join(folder, file))).checksum}  migrations/${file}`;
}

export function readHandwrittenParts(): HandwrittenParts {
  return parseHandwrittenParts(listUnreleased().map(readUnreleased));
}

export function parseHandwrittenParts(texts: readonly string[]): HandwrittenParts {
  const decisions = (kind: string): string[] =>
    texts.flatMap((text) =>
      Array.from(
        text.slice(0, text.indexOf(firstByHand)).matchAll(new RegExp(`^-- ${kind}: (.+)$`, 'gm')),
        ([, decision = '']) => decision,
      ),
    );
  const joined = (start: string, end?: string): string =>
    texts
      .map((text) => between(text, start, end))
      .filter(Boolean)
      .join('\n\n');
  return {
    drop: decisions('drop'),
    rename: decisions('rename'),
    first: joined(firstByHand, generatedPart),
    last: joined(lastByHand),
  };
}

function between(text: string, start: string, end?: string): string {
  return text
    .slice(text.indexOf(start) + start.length, end === undefined ? undefined : text.indexOf(end))
    .trim();
}

export function formatUnreleased(
  summary: string,
  { drop, rename, first, last }: HandwrittenParts,
  generated: string,
): string {
  return [
    `-- ${summary}`,
    '-- Rewritten by `npm run migration` until the next release; the handwritten parts stay.',
    ...drop.map((id) => `-- drop: ${id}`),
    ...rename.map((pair) => `-- rename: ${pair}`),
    'set check_function_bodies = off;',
    `\n${[firstByHand, first].filter(Boolean).join('\n')}`,
    `\n${[generatedPart, generated].filter(Boolean).join('\n\n')}`,
    `\n${[lastByHand, last].filter(Boolean).join('\n')}`,
    '',
  ].join('\n');
}

/** Puts the text in the place of the present ones, under a later version than every other. Returns the file. */
export function replaceUnreleased(text: string | null): string | null {
  const newest = listMigrations()
    .map((file) => Number(/^\d+/.exec(file)?.[0]))
    .reduce((a, b) => Math.max(a, b), 0);
  for (const file of listUnreleased()) rmSync(join(folder, file));
  if (text === null) return null;
  const now = Number(new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14));
  const file = `${Math.max(now, newest + 1)}_unreleased.sql`;
  writeFileSync(join(folder, file), text);
  return `supabase/migrations/${file}`;
}

/** For a release, such as 0.2.0: databases that have applied it continue, because its version and text stay. */
export function freezeUnreleased(release: string): string | null {
  checkFrozenMigrations();
  const [file, ...others] = listUnreleased();
  if (others.length > 0)
    throw new Error('There are several unreleased migrations: run npm run migration first');
  if (file === undefined) return null;
  const frozen = file.replace('unreleased', release.replaceAll(/\W/g, '_'));
  renameSync(join(folder, file), join(folder, frozen));
  writeFileSync(frozenList, `${describeFrozen(frozen)}\n`, { flag: 'a' });
  return `supabase/migrations/${frozen}`;
}
