import type { CommandCall, CommandDeclaration } from '../../server/commands/command-declaration.ts';

/** Commands for contributors; a release has none of them. */
export const contributorCommands: CommandDeclaration[] = [
  {
    name: 'dev',
    summary: 'serve with hot reload, in local mode',
    changes: 'data',
    dataFolder: 'exclusive',
    kind: 'tool',
    load: async () => {
      const [{ runServer }, { checkDevelopmentConfig }, { startViteSite }, { startPracticeStripe }] =
        await Promise.all([
          import('../../server/run-server.ts'),
          import('../../server/site/vite-options.ts'),
          import('../../server/site/vite-site.ts'),
          import('../../server/practice-stripe/practice-stripe.ts'),
        ]);
      return ({ environment }: CommandCall) =>
        runServer({
          environment,
          startSite: startViteSite,
          startPracticeStripe,
          checkConfig: checkDevelopmentConfig,
        });
    },
  },
  {
    name: 'migration',
    summary: 'write the unreleased migration, from the frozen ones to supabase/schemas, tried on rows',
    options: [
      ['--drop <id...>', 'a table or column whose rows or values may go'],
      ['--rename <pair...>', 'a table or column that has another name: FROM=TO'],
      ['--release <version>', 'freeze it instead, for this release'],
    ],
    changes: 'other files',
    kind: 'tool',
    load: async () => {
      const [{ writeMigration }, { freezeUnreleased }] = await Promise.all([
        import('../../supabase/declared/write-migration.ts'),
        import('../../supabase/declared/unreleased-migration.ts'),
      ]);
      return async ({
        options: { drop = [], rename = [], release },
      }: CommandCall<{ drop?: string[]; rename?: string[]; release?: string }>) => {
        if (release !== undefined) {
          const file = freezeUnreleased(release);
          process.stdout.write(file === null ? 'nothing to freeze\n' : `frozen: ${file}\n`);
          return;
        }
        process.stdout.write(`${await writeMigration({ drop, rename })}\n`);
      };
    },
  },
  {
    name: 'types',
    summary: 'write the types of the database from the migrations',
    arguments: [['[folder]', 'prints those of another project: the root that contains its supabase/']],
    changes: 'other files',
    kind: 'tool',
    load: async () => {
      const { generateTypes } = await import('../../supabase/generate-types.ts');
      return ({ args: [folder] }: CommandCall) => generateTypes(folder);
    },
  },
  {
    name: 'screenshots',
    summary: 'draw every screen into screenshots/, or compare them with those of a commit',
    arguments: [['[names...]', 'screens; all of them by default']],
    options: [['--compare <commit>', 'compare with the screens of this commit']],
    changes: 'other files',
    needsBuiltSite: true,
    kind: 'tool',
    load: async () => {
      const { takeScreenshots } = await import('../../e2e/pictures/take-screenshots.ts');
      return ({ args, options }: CommandCall<{ compare?: string }>) =>
        takeScreenshots([...args], options.compare);
    },
  },
  {
    name: 'bench',
    summary: 'measure speed, memory and weight, with limits against regressions',
    arguments: [['[names...]', 'benches, and with a slash in front the pages that one looks at']],
    changes: 'other files',
    needsBuiltSite: true,
    kind: 'tool',
    load: async () => {
      const { runBenches } = await import('../bench/run-benches.ts');
      return ({ args }: CommandCall) => runBenches([...args]);
    },
  },
  {
    name: 'audit',
    summary: 'look at every combination of the accessibility matrix, with every engine, and run every test',
    arguments: [
      [
        '[names...]',
        'a part: matrix (with the paths of screens), engines, orca, translated, tests, release, benches',
      ],
    ],
    changes: 'other files',
    needsBuiltSite: true,
    kind: 'tool',
    load: async () => {
      const { runAudit } = await import('../../e2e/audit/run-audit.ts');
      return ({ args }: CommandCall) => runAudit([...args]);
    },
  },
  {
    name: 'drill',
    summary: 'run what takes too long for npm test, or needs programs of the machine',
    arguments: [
      ['[name]', 'without it the drills are listed'],
      ['[args...]', 'what the drill takes'],
    ],
    options: [['--keep', 'last-release: store its data for npm test']],
    changes: 'other files',
    needsBuiltSite: true,
    kind: 'tool',
    load: async () => (await import('./drill.ts')).drill,
  },
  {
    name: 'release',
    summary: "make a release for this machine's processor",
    options: [
      ['--to <folder>', 'where it is written (build/release)'],
      ['--key <file>', 'the secret key of minisign that signs it; without it the release is not signed'],
      [
        '--trial',
        'one that is not published, so its screens may differ from those of the accessibility audit',
      ],
    ],
    changes: 'other files',
    needsBuiltSite: true,
    kind: 'tool',
    load: async () => (await import('../release/make-release.ts')).makeRelease,
  },
];
