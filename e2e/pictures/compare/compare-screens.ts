// `npm run screenshots -- --compare COMMIT [name…]`: every screen of a commit and of the working tree, pixel by pixel.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { openScreenGroups } from '../../audit/open-screens.ts';
import { walkScreens } from '../../audit/walk-screens.ts';
import { resolveCommit } from '../../product/check-out.ts';
import type { Product } from '../../product/product.ts';
import { storedSession } from '../../product/staff.ts';
import { projectRoot } from '../../../server/project-root.ts';
import { comparePictures } from './compare-pictures.ts';
import { chooseStates, pictureStatesOf } from './picture-states.ts';
import { startComparedProducts } from './start-compared-products.ts';
import { takePictures } from './take-pictures.ts';

const pictureFolder = join(projectRoot, 'screenshots', 'compare');

/** How long attempts wait for responses. The first call of an edge function starts a process. */
const firstTimeoutMs = 2_000;
const laterTimeoutMs = 10_000;

/** Exits with 1 if anything differs. Throws one line for the developer if it cannot start. */
export async function compareScreens(name: string, words: readonly string[]): Promise<void> {
  const commit = await resolveCommit(name);
  if (chooseStates(words).length === 0) throw new Error(`no screen's name begins with ${words.join(' or ')}`);
  await rm(pictureFolder, { recursive: true, force: true });
  process.stdout.write(`Building ${commit.slice(0, 7)}…\n`);
  // Ending this process ends the products.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  await using pair = await startComparedProducts(commit);
  // Both use the same fixed time.
  const time = new Date();
  let compared = 0;
  const failures = await walkScreens({
    product: pair.after,
    open: () => openScreenGroups(pair.before, pair.after),
    // One state at a time, because some change data that others show.
    lanes: 1,
    choose: (part) => chooseStates(words, pictureStatesOf(part)),
    async visit(one, openContext, { isSignedIn }, attempt) {
      const folder = join(pictureFolder, one.name);
      await rm(folder, { recursive: true, force: true });
      const take = (product: Product) =>
        takePictures(
          product,
          one,
          async (options) => {
            const storageState = isSignedIn && { storageState: storedSession(product, pair.account) };
            const context = await openContext({ ...options, ...storageState, baseURL: product.url });
            await context.clock.setFixedTime(time);
            return context;
          },
          attempt === 1 ? firstTimeoutMs : laterTimeoutMs,
        );
      const [picturesBefore, picturesAfter] = await Promise.all([take(pair.before), take(pair.after)]);
      const differences: string[] = [];
      for (const [name, before] of picturesBefore) {
        const after = picturesAfter.get(name) ?? Buffer.alloc(0);
        const difference = comparePictures(before, after);
        if (!difference) continue;
        differences.push(`${name}: ${difference.pixels} px`);
        await mkdir(folder, { recursive: true });
        for (const [suffix, png] of Object.entries({ before, after, difference: difference.png }))
          await writeFile(join(folder, `${name}-${suffix}.png`), png);
      }
      compared += picturesBefore.size;
      // Tried again: a picture that was taken too early differs once, a difference in the code each time.
      if (differences.length > 0)
        throw new Error(`${relative(projectRoot, folder)} differs at ${differences.join('; ')}`);
    },
  });
  process.stdout.write(`${compared} pictures compared; ${failures} states differ or did not open.\n`);
  process.exitCode = failures > 0 ? 1 : 0;
}
