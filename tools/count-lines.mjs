// Lines and characters of the product, and of its tests and tools, without blank lines, comments and generated files:
// `node tools/count-lines.mjs [COMMIT…]` prints them for the working tree and for each commit.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const product =
  /^(site\/(app|server)|server|backend\/src|mail-reader|supabase\/(schemas|functions|declared))\/.*\.(tsx?|[cm]?js|css|sql)$/;
const testOrTool =
  /^(e2e|product-tests|tools|(backend|mail-reader)\/(wire-tests|tests|fakes)|supabase\/tests)\/.*\.(tsx?|[cm]?[jt]s|sql)$/;
const test = /\.test\.tsx?$|\.fixture\.ts$|\/(wire-tests|tests|fakes|corpus)\//;
const generated = /(database-types|mail-kinds)\.ts$|agency-field-list\.sql$/;

function partOf(path) {
  if (generated.test(path)) return undefined;
  if (testOrTool.test(path) || (product.test(path) && test.test(path))) return 'tests and tools';
  return product.test(path) ? path.match(/^(site\/\w+|supabase\/\w+|backend|[\w-]+)/)[0] : undefined;
}

/** A comment is counted as code only if code precedes it on its line. */
function linesOf(text, path) {
  const withoutBlocks = text.replaceAll(/^[ \t]*(\{?\/\*[^]*?\*\/\}?)[ \t]*$/gm, '');
  const comment = path.endsWith('.sql') ? '--' : '//';
  return withoutBlocks
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith(comment));
}

function count(list, read) {
  const parts = {};
  for (const path of list) {
    const part = partOf(path);
    if (!part) continue;
    const lines = linesOf(read(path), path);
    parts[part] ??= { files: 0, lines: 0, characters: 0 };
    parts[part].files += 1;
    parts[part].lines += lines.length;
    parts[part].characters += lines.join('').replaceAll(/\s/g, '').length;
  }
  const all = { files: 0, lines: 0, characters: 0 };
  for (const [name, part] of Object.entries(parts))
    if (name !== 'tests and tools') for (const key of Object.keys(all)) all[key] += part[key];
  return { ...Object.fromEntries(Object.entries(parts).toSorted()), product: all };
}

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1e9 });
console.log('working tree');
console.table(
  count(git('ls-files', '--cached', '--others', '--exclude-standard').trim().split('\n'), (path) => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return '';
    }
  }),
);
for (const commit of process.argv.slice(2)) {
  console.log(commit);
  const list = git('ls-tree', '-r', '--name-only', commit).trim().split('\n');
  const wanted = list.filter((path) => partOf(path));
  const batch = execFileSync('git', ['cat-file', '--batch'], {
    input: wanted.map((path) => `${commit}:${path}\n`).join(''),
    maxBuffer: 1e9,
  });
  const texts = new Map();
  let at = 0;
  for (const path of wanted) {
    const end = batch.indexOf('\n', at);
    const size = Number(batch.subarray(at, end).toString().split(' ')[2]);
    texts.set(path, batch.subarray(end + 1, end + 1 + size).toString());
    at = end + 2 + size;
  }
  console.table(count(wanted, (path) => texts.get(path)));
}
