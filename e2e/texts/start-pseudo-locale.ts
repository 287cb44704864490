import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../server/project-root.ts';
import { linkPackages } from '../product/link-packages.ts';
import { startProduct, type Product } from '../product/product.ts';

const run = promisify(execFile);

/** Marks that Playwright ignores in names and texts, so that states of the audit open as usual. */
export const textMarks = { start: '\u{200B}', end: '\u{AD}' };

/** The normal build must not change, so the sources are built in a separate folder. */
const folder = join(projectRoot, 'screenshots', 'pseudo-locale');

/** Starts the product with marks around every text of a catalogue, in the site and in mails. */
export async function startPseudoLocale(): Promise<Product> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await copySources();
  await linkPackages(folder);
  const builder = join(folder, 'node_modules/.bin/react-router');
  await run(process.execPath, [builder, 'build', '--mode', 'hidden-pseudo-locale'], {
    cwd: join(folder, 'site'),
    env: { ...process.env, NODE_ENV: 'production' },
    maxBuffer: 1e8,
  });
  const set = `globalThis.PSEUDO_LOCALE=${JSON.stringify(textMarks.start + textMarks.end)}`;
  const product = await startProduct(
    { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(set)}` },
    undefined,
    undefined,
    folder,
  );
  return {
    ...product,
    async stop() {
      await product.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Copies the working tree, without ignored files. */
async function copySources(): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: projectRoot,
    maxBuffer: 1e8,
  });
  const files = stdout.split('\n').filter((file) => file && existsSync(join(projectRoot, file)));
  for (const file of files) await cp(join(projectRoot, file), join(folder, file));
}
