// Follows two recipes of CONTRIBUTING.md on a copy of the source: a column of a content type, and a kind of mail.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { migrateDatabase, type MigrationSet, toClientConfig } from '@fairlead/backend/database';
import { readMigrationSets } from '@fairlead/backend/project';
import { startCluster, type Cluster } from '@fairlead/backend/testing';
import { applyDeclaredSchema, readDeclaredSchema } from '../declared/declared-schema.ts';
import { readDatabaseCatalog } from '../read-database-catalog.ts';
import { renderDatabaseTypes } from '../render-database-types.ts';
import { renderMailKinds } from '../render-mail-kinds.ts';
import { repositoryRoot } from './test-database.ts';

/** What a step replaces in a file, and by what. */
type Step = readonly [file: string, former: string, written: string];

let cluster: Cluster;
let backendAlone: MigrationSet[];

beforeAll(async () => {
  mkdirSync(join(repositoryRoot, 'build'), { recursive: true });
  cluster = await startCluster();
  const sets = await readMigrationSets({ folder: join(repositoryRoot, 'supabase'), migrationsEnabled: true });
  backendAlone = sets.slice(0, 1);
}, 60_000);

afterAll(() => cluster.stop());

/** The file that each numbered step of a recipe names first. */
function filesOfRecipe(title: string): string[] {
  const guide = readFileSync(join(repositoryRoot, 'CONTRIBUTING.md'), 'utf8');
  const recipe = guide.split(/^## /m).find((part) => part.startsWith(`Recipe: ${title}\n`)) ?? '';
  return [...recipe.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file);
}

/** A copy of the source, within the repository, so that the installed packages are found. */
function copySource() {
  const folder = mkdtempSync(join(repositoryRoot, 'build', 'recipe-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const path of [
    'package.json',
    'tsconfig.base.json',
    'site/app',
    'site/tsconfig.json',
    'supabase/schemas',
  ])
    cpSync(join(repositoryRoot, path), join(folder, path), { recursive: true });

  return {
    follow(steps: readonly Step[]) {
      for (const [file, former, written] of steps) {
        const text = readFileSync(join(folder, file), 'utf8');
        expect(text.split(former), `${file}: ${former}`).toHaveLength(2);
        writeFileSync(
          join(folder, file),
          text.replace(former, () => written),
        );
      }
    },

    /** As `npm run migration` and `npm run types`. */
    async generate(): Promise<Client> {
      const connection = await cluster.createDatabase();
      await migrateDatabase(connection, backendAlone);
      const client = new Client(toClientConfig(connection));
      await client.connect();
      onTestFinished(() => client.end());
      await applyDeclaredSchema(client, readDeclaredSchema(join(folder, 'supabase/schemas')));
      const write = (name: string, text: string) => writeFileSync(join(folder, 'site/app/data', name), text);
      write('database-types.ts', renderDatabaseTypes(await readDatabaseCatalog(client)));
      write('mail-kinds.ts', await renderMailKinds(client));
      return client;
    },

    /** What the compiler says of these files, '' if nothing. */
    compile(...files: string[]): Promise<string> {
      const config = {
        extends: './tsconfig.json',
        include: ['app/**/*.d.ts'],
        files: files.map((file) => `../${file}`),
      };
      writeFileSync(join(folder, 'site', 'tsconfig.recipe.json'), JSON.stringify(config));
      return new Promise((resolve) => {
        const options = ['--noEmit', '--pretty', 'false', '-p', join(folder, 'site', 'tsconfig.recipe.json')];
        const command = join(repositoryRoot, 'node_modules/.bin/tsc');
        execFile(command, options, { cwd: folder }, (_error, stdout) => resolve(stdout));
      });
    },
  };
}

const schemas = 'supabase/schemas';
const content = 'site/app/dashboard/content';
const versionTexts = `${content}/versions/version-texts.ts`;
const screen = `${content}/case-studies-screen.tsx`;

test('a column of a content type is six files, and does not compile without its label in the versions', async () => {
  const label: Step = [versionTexts, `client: 'Client',`, `client: 'Client', duration: 'Duration',`];
  const steps: Step[] = [
    [
      `${schemas}/30-content/case-studies.sql`,
      '  constraint case_studies_slug_unique',
      `  duration text not null default '',
        constraint case_studies_duration_length check (char_length(duration) <= 60),
        constraint case_studies_slug_unique`,
    ],
    [
      `${schemas}/30-content/data.sql`,
      'slug title excerpt client problem',
      'slug title excerpt client duration problem',
    ],
    [
      screen,
      `    defineTextField({ name: 'problem',`,
      `    defineTextField({ name: 'duration', column: 'duration', label: 'Duration', called: 'the duration', maxLength: 60, optional: true }),
      defineTextField({ name: 'problem',`,
    ],
    [
      'site/app/public/case-studies/case-study-texts.ts',
      `results: 'The results',`,
      `results: 'The results', duration: 'How long it took',`,
    ],
    [
      'site/app/public/case-studies/detail.tsx',
      'problem: row.problem,',
      `problem: [texts.duration, row.duration, row.problem].join(' '),`,
    ],
  ];
  const files = [...steps, label].map(([file]) => file);
  expect(filesOfRecipe('a column of a content type').toSorted()).toEqual(files.toSorted());

  const source = copySource();
  source.follow(steps);
  const database = await source.generate();
  await database.query(`insert into case_studies (slug, title, duration) values ('one', 'One', 'Six weeks')`);
  await database.query(`update case_studies set duration = 'Eight weeks'`);
  const versions = await database.query('select changed from content_versions order by version desc limit 1');
  expect(versions.rows).toEqual([{ changed: ['duration'] }]);

  // Without the page, which needs the types of all routes.
  const compile = () => source.compile(versionTexts, screen);
  expect(await compile()).toMatch(/^site\/app\/dashboard\/content\/versions\/version-texts\.ts.*duration/s);
  source.follow([label]);
  expect(await compile()).toBe('');
}, 300_000);

test('a kind of mail is five files, and does not compile without what writes it', async () => {
  const composer: Step = [
    'site/app/mail/compose-notice-mail.ts',
    `  'recovery-code': (`,
    `  'new-recovery-codes': (_, agency) => ({
      subject: recovery.made,
      sentences: [recovery.advice],
      button: { label: recovery.openSettings, path: '/dashboard/settings' },
      reason: recovery.reason(agency),
    }),
    'recovery-code': (`,
  ];
  const texts: Step[] = [
    ['site/app/mail/mail-texts.ts', '  recovery: {', `  recovery: { made: 'New recovery codes were made',`],
    [
      'site/app/dashboard/mail/mailbox-texts.ts',
      `    'recovery-code':`,
      `    'new-recovery-codes': 'Account', 'recovery-code':`,
    ],
  ];
  const registration: Step[] = [
    [
      `${schemas}/10-access/data.sql`,
      `select private.register_mail_kind('recovery-code'`,
      `select private.register_mail_kind('new-recovery-codes', 'colleague_id', 'staff');
      select private.register_mail_kind('recovery-code'`,
    ],
    [
      `${schemas}/10-access/recovery-codes.sql`,
      '  return codes;',
      `  perform private.queue_mail('new-recovery-codes', colleague => auth.uid());
        return codes;`,
    ],
  ];
  const files = [...registration, composer, ...texts].map(([file]) => file);
  expect(filesOfRecipe('a kind of mail').toSorted()).toEqual(files.toSorted());

  const source = copySource();
  const compile = () =>
    source.compile(...files.filter((file) => /tsx?$/.test(file)), 'site/app/mail/create-outbox-sender.ts');
  source.follow([...texts, composer]);
  expect(await compile(), 'a composer without a kind').toMatch(
    /compose-notice-mail\.ts.*new-recovery-codes/s,
  );

  source.follow(registration);
  const database = await source.generate();
  expect(await compile()).toBe('');
  const queue = (kind: string) =>
    database.query(`select private.queue_mail('${kind}', colleague => id) from auth.users`);
  await database.query(`insert into auth.users (id, email) values (gen_random_uuid(), 'ana@roy.example')`);
  await queue('new-recovery-codes');
  await expect(queue('unregistered')).rejects.toThrow('outbox_kind');

  const [file, former, written] = composer;
  source.follow([[file, written, former]]);
  expect(await compile(), 'a kind without a composer').toMatch(
    /create-outbox-sender\.ts.*new-recovery-codes/s,
  );
}, 300_000);
