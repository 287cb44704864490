// `npm run screenshots -- --compare COMMIT [name…]`: every screen of a commit and of the working tree, pixel by pixel.
import { rm } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { unpublishAll } from '../../audit/public-screens.ts';
import { resolveCommit } from '../../product/check-out.ts';
import { launchOptions } from '../../product/find-chromium.mjs';
import { storedSession } from '../../product/staff.ts';
import { compareState, pictureFolder, type Compared, type OpenContext } from './compare-state.ts';
import { listDifferences } from './list-differences.ts';
import { chooseStates, looksAt, type PictureState } from './picture-states.ts';
import { startPair } from './start-pair.ts';
import { pictureOptions } from './take-pictures.ts';

/** Exits with 1 if anything differs. Throws one line for the developer if it cannot start. */
export async function compareScreens([name = '', ...words]: string[]): Promise<void> {
  const commit = await resolveCommit(name);
  const chosen = chooseStates(words);
  if (chosen.length === 0) throw new Error(`no screen's name begins with ${words.join(' or ')}`);
  await rm(pictureFolder, { recursive: true, force: true });
  process.stdout.write(`Building ${commit.slice(0, 7)}…\n`);
  // Ending this process ends the products.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const pair = await startPair(commit);
  const { executablePath, args } = launchOptions();
  // Areas that are repainted in parts have other edges than those painted at once.
  const browser = await chromium.launch({ executablePath, args: [...args, '--disable-partial-raster'] });
  try {
    // Both use the same fixed time.
    const time = new Date();
    const open: OpenContext = async (side, isSignedIn, width) => {
      const context = await browser.newContext({
        ...pictureOptions(width),
        baseURL: pair[side].url,
        ...(isSignedIn ? { storageState: storedSession(pair[side], pair.account) } : {}),
      });
      await context.clock.setFixedTime(time);
      return context;
    };
    const found: Compared = { pictures: 0, differences: [], failures: [] };
    const compareAll = async (states: readonly PictureState[]) => {
      for (const one of states) {
        for (const [width, looks] of looksAt(one)) {
          const { pictures, differences, failures } = await compareState(one, width, looks, open);
          found.pictures += pictures;
          found.differences.push(...differences);
          found.failures.push(...failures);
        }
        const { differences, failures } = found;
        process.stdout.write(`${one.name}: ${differences.length} differ, ${failures.length} failed so far\n`);
      }
    };
    await compareAll(chosen.filter(({ isUnpublished }) => !isUnpublished));
    const unpublished = chosen.filter(({ isUnpublished }) => isUnpublished);
    if (unpublished.length > 0) {
      await Promise.all([unpublishAll(pair.before), unpublishAll(pair.after)]);
      await compareAll(unpublished);
    }
    const lines = listDifferences(found.differences, found.failures, found.pictures);
    process.stdout.write(`\n${lines.join('\n')}\n`);
    process.exitCode = found.differences.length + found.failures.length > 0 ? 1 : 0;
  } finally {
    await browser.close();
    await pair.stop();
  }
}
