import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Manifest {
  name: string;
  version: string;
  license?: string | { type: string };
}

/** Writes one file with every package, its licence and its licence texts. Throws for a package that names none. */
export function writeLicences(folder: string): void {
  const parts = packagesIn(join(folder, 'node_modules')).map((path) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(path, 'package.json'), 'utf8'),
    ) as Manifest;
    const licence = typeof license === 'object' ? license.type : license;
    if (!licence) throw new Error(`${name} ${version} names no licence`);
    const texts = readdirSync(path)
      .filter((file) => /^(licen[cs]e|notice|copying|third[-_]?party)/i.test(file))
      .map((file) => readFileSync(join(path, file), 'utf8').trim());
    // Some packages contain it only in their README.
    if (texts.length === 0)
      texts.push(
        `Its package has no text of its own; it names ${licence}.`,
        existsSync(join(path, 'README.md')) ? readFileSync(join(path, 'README.md'), 'utf8').trim() : '',
      );
    return `${'='.repeat(78)}\n${name} ${version}: ${licence}\n\n${texts.join('\n\n')}\n`;
  });
  const carried = join(folder, 'licences/postgresql.txt');
  writeFileSync(join(folder, 'LICENCES.txt'), [...parts, readFileSync(carried, 'utf8')].join('\n'));
}

/** Folders with a package.json that names a package, sorted. */
function packagesIn(modules: string): string[] {
  return readdirSync(modules, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|\/)package\.json$/.test(file))
    .map((file) => dirname(join(modules, file)))
    .filter(
      (path) =>
        !path.startsWith(join(modules, '@fairlead')) &&
        /node_modules\/(@[^/]+\/)?[^/]+$/.test(path) &&
        existsSync(path),
    )
    .toSorted();
}
