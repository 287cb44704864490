// `npm run screenshots [-- name…]`: pictures of every screen of the audit in each state at 390, 768 and 1440 px, light
// and dark, in screenshots/. With `--compare COMMIT` they are compared with those of that commit instead.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { walkScreens } from '../audit/walk-screens.ts';
import { printError } from '../../server/log/print-error.ts';
import { projectRoot } from '../../server/project-root.ts';
import { startProduct } from '../product/product.ts';
import { compareScreens } from './compare/compare-screens.ts';
import { chooseStates, pictureStatesOf } from './compare/picture-states.ts';
import { takePictures } from './compare/take-pictures.ts';

const folder = join(projectRoot, 'screenshots');
const settleMs = 10_000;

export async function takeScreenshots(wanted: string[], compareWith?: string): Promise<void> {
  if (compareWith !== undefined)
    return compareScreens(compareWith, wanted).catch((error: unknown) => {
      printError(error, process.env);
      process.exitCode = 1;
    });
  await mkdir(folder, { recursive: true });
  await using product = await startProduct();
  const failures = await walkScreens({
    product,
    choose: (part) => chooseStates(wanted, pictureStatesOf(part)),
    async visit(one, openContext) {
      for (const [name, picture] of await takePictures(product, one, openContext, settleMs))
        await writeFile(join(folder, `${name}.png`), picture);
    },
  });
  process.exitCode = failures > 0 ? 1 : 0;
}
