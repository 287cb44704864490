// Checks that every command in docs/operate exists with its options, and is run by a drill or a test.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lateAfterMs } from '../../server/backup/backup-status.ts';
import { jobs } from '../../server/jobs/jobs.ts';
import { probes } from '../../server/probes/probes.ts';
import { lateMailSeconds } from '../../site/app/data/server-health.ts';
import { settingNames } from '../../server/settings/config.ts';
import { createCommandLineParser } from '../../server/commands/create-command-line-parser.ts';
import { operatorCommands } from '../../server/commands/operator-commands.ts';
import { projectRoot } from '../../server/project-root.ts';

const pages = readdirSync(join(projectRoot, 'docs/operate')).map((name) => `docs/operate/${name}`);
const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');

/** The words of each call of the program, in code blocks and in inline code. */
function callsIn(page: string): string[][] {
  const text = read(page).replaceAll('\\\n', ' ');
  const fenced = [...text.matchAll(/^ *```sh\n(.*?)^ *```/gms)].flatMap(
    ([, lines = '']) => lines.match(/.+/g) ?? [],
  );
  const inline = [...text.replaceAll(/```.*?```/gs, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, code = '']) => code,
  );
  const calls =
    /(?:^|[("\s])(?:\.\/|\/\S*\/)?(?:fairlead|installed\.mjs) ([a-z][^"#)|&\n]*)|(?:^|\s)[^\s`]+\/fairlead ([a-z][^"#)|&\n]*)/g;
  return [...fenced, ...inline].flatMap((line) =>
    // Other things with the program's name: the user, the service, the image and the unit.
    [
      ...line
        .trim()
        .replace(/^sudo -u fairlead /, '')
        .replace(/^(env )?([A-Z_]+=('[^']*'|\S+) )+/, '')
        .matchAll(calls),
    ]
      .filter(
        () =>
          !/^(sudo (useradd|systemctl|tar|ln|install)|systemctl|journalctl|podman (build|run)) /.test(line),
      )
      .map(([, own, installed]) => (own ?? installed ?? '').trim().split(/\s+/)),
  );
}

/** The command that would run, or the usage error. */
async function parse(words: string[]): Promise<string> {
  let ran = '';
  const program = createCommandLineParser(async (command) => {
    ran = command.name;
  });
  for (const command of [program, ...program.commands])
    command.configureOutput({ writeOut: () => {}, writeErr: () => {}, outputError: () => {} });
  return program.parseAsync(words, { from: 'user' }).then(
    () => ran,
    ({ code, message }: { code: string; message: string }) =>
      code.startsWith('commander.help') ? 'help' : message,
  );
}

test.each(pages)('%s has at most 150 lines and calls commands as the program declares them', async (page) => {
  expect(read(page).split('\n').length).toBeLessThanOrEqual(151);
  const known = new Set(['help', ...operatorCommands.map(({ name }) => name)]);
  const calls = callsIn(page);
  const wrong = await Promise.all(calls.map(async (words) => [words.join(' '), await parse(words)] as const));
  expect(wrong.filter(([, result]) => !known.has(result))).toEqual([]);
});

test('docs/operate has every command of an operator', () => {
  const called = new Set(pages.flatMap((page) => callsIn(page).map(([command = '']) => command)));
  expect(operatorCommands.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([]);
});

/** Drills and tests that a page names. */
function triersOf(page: string): string[] {
  const [, list = ''] = read(page).split('## Tried by\n');
  const drills = [...list.matchAll(/npm run drill -- ([\w-]+)/g)].map(
    ([, name]) => `tools/drills/${name}.ts`,
  );
  const tests = [...list.matchAll(/`([\w/.-]+\.test\.ts)`/g)].map(([, file = '']) => file);
  return [...drills, ...tests];
}

test.each(pages)('%s names the drills and tests that run its commands', (page) => {
  const triers = triersOf(page);
  expect(triers.length).toBeGreaterThan(0);
  expect(triers.filter((file) => !existsSync(join(projectRoot, file)))).toEqual([]);
  const texts = triers.map((file) => read(file)).join('\n');
  const runs = (word: string) =>
    word.startsWith('--') ? texts.includes(word) : new RegExp(`['\\s]${word}['\\s\`]`).test(texts);
  const words = callsIn(page).flatMap(([command = '', ...rest]) =>
    command === 'help' || rest.includes('--help')
      ? []
      : [command, ...rest.filter((word) => word.startsWith('--'))],
  );
  expect([...new Set(words)].filter((word) => !runs(word))).toEqual([]);
});

test('npm scripts and drills that documents name exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const documents = globSync(
    [
      '*.md',
      'docs/*.md',
      'docs/{operate,decisions,measured}/*.md',
      '{backend,mail-reader,supabase,tools}/**/*.md',
    ],
    {
      cwd: projectRoot,
    },
  ).filter((file) => !/node_modules|CHANGELOG/.test(file));
  const wrong = documents.flatMap((file) => {
    const text = read(file);
    const named = [...text.matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g)].map(([, name = '']) => name);
    const drills = [...text.matchAll(/npm run drill -- ([a-z][\w-]*)/g)].map(([, name = '']) => name);
    return [
      ...named.filter((name) => !(name in scripts)).map((name) => `${file}: npm run ${name}`),
      ...drills
        .filter((name) => !existsSync(join(projectRoot, `tools/drills/${name}.ts`)))
        .map((name) => `${file}: the drill ${name}`),
    ];
  });
  expect(wrong).toEqual([]);
});

test('docs/operate/settings.md has the settings of server/settings/config.ts, each once', () => {
  const listed = [...read('docs/operate/settings.md').matchAll(/^\| (`[A-Z_0-9`, ]+`) \|/gm)].flatMap(
    ([, names = '']) => names.match(/[A-Z_0-9]+/g) ?? [],
  );
  expect(listed.toSorted()).toEqual(settingNames.toSorted());
});

test('B-449 the alarms of docs/operate have the thresholds of the program', () => {
  const page = read('docs/operate/metrics-and-alarms.md');
  const backup = `time() - fairlead_backup_last_success_timestamp_seconds > ${lateAfterMs / 1000}`;
  for (const alarm of [backup, `fairlead_mail_oldest_seconds > ${lateMailSeconds}`, 'fairlead_disk_low == 1'])
    expect(page).toContain(`| \`${alarm}\` |`);
});

test('B-448 docs/operate/background-jobs.md lists the jobs of server/jobs/jobs.ts', () => {
  const rows = jobs.map(({ name, what, everyMs, wokenBy, failure, metrics }) => {
    const when = `${formatInterval(everyMs)}${wokenBy === undefined ? '' : `; ${wokenBy}`}`;
    const event = failure ? `\`${failure.event}\`` : '';
    return `| \`${name}\` | ${what} | ${when} | ${event} | ${metrics.map((metric) => `\`${metric}\``).join(', ')} |`;
  });
  const listed = read('docs/operate/background-jobs.md').match(/^\| `.*$/gm);
  expect(listed).toEqual(rows);
});

test('every metric that docs/operate names is one of the program, and there are ten alarms', () => {
  const page = read('docs/operate/metrics-and-alarms.md');
  const source = readdirSync(join(projectRoot, 'server/observe'))
    .map((file) => read(`server/observe/${file}`))
    .join('\n');
  const named = pages.flatMap((file) => read(file).match(/\bfairlead_[a-z_]+/g) ?? []);
  const probed = Object.values(probes)
    .flat()
    .flatMap(({ gauges }) => gauges.map(({ name }) => `fairlead_${name}`));
  const isMetric = (name: string) =>
    probed.includes(name) ||
    source.includes(`'${name}'`) ||
    source.includes(`('${name.replace('fairlead_', '')}'`);
  expect(named.filter((name) => !isMetric(name))).toEqual([]);
  const [, alarms = ''] = page.split('## Ten alarms\n');
  expect(alarms.split('\n## ')[0]?.match(/^\| (?!alarm )/gm)).toHaveLength(10);
});

function formatInterval(ms: number): string {
  const units = [
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1_000],
  ] as const;
  const [unit, size] = units.find(([, length]) => ms % length === 0) ?? ['millisecond', 1];
  return ms === size ? `1 ${unit}` : `${ms / size} ${unit}s`;
}
