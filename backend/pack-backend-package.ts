// Makes the npm package: JavaScript with its types, because Node does not strip types of installed packages.
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const root = import.meta.dirname;
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

/** Writes the package's files and the archive into an empty folder. Returns the archive's path. */
export function packBackendPackage(outputFolder: string): string {
  execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.package.json'), '--outDir', outputFolder]);
  for (const file of [
    'README.md',
    'CHANGELOG.md',
    'example',
    ...globSync('src/**/*.{sql,txt}', { cwd: root }),
  ])
    cpSync(join(root, file), join(outputFolder, file), { recursive: true });
  writeFileSync(join(outputFolder, 'package.json'), JSON.stringify(manifest(), null, 2));
  const output = execFileSync('npm', ['pack', '--json'], { cwd: outputFolder, encoding: 'utf8' });
  const [{ filename }] = JSON.parse(output) as [{ filename: string }];
  return join(outputFolder, filename);
}

/** The manifest without entries that only this repository's tests use. */
function manifest(): object {
  const {
    devDependencies: _,
    scripts: __,
    exports,
    ...kept
  } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies: unknown;
    scripts: unknown;
    exports: Record<string, string>;
  };
  const compiled = Object.entries(exports)
    .filter(([name]) => !name.startsWith('./testing'))
    .map(([name, file]) => [name, file.replace(/\.ts$/, '.js')]);
  return { ...kept, exports: Object.fromEntries(compiled) as object };
}
