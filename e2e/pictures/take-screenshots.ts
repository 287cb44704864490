// `npm run screenshots [-- name…]`: every screen of the audit in each state at 390, 768 and 1440 px, light and dark, into
// screenshots/. With `--compare COMMIT` they are compared with those of that commit instead.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { walkScreens } from '../audit/walk-screens.ts';
import { printError } from '../../server/print-error.ts';
import { projectRoot } from '../../server/project-root.ts';
import { startProduct } from '../product/product.ts';
import { compareScreens } from './compare/compare-screens.ts';
import { watchRequests } from './compare/open-requests.ts';
import { chooseStates, looksAt, picturesOf } from './compare/picture-states.ts';
import { pictureOptions, show, takePicture } from './compare/take-picture.ts';

const folder = join(projectRoot, 'screenshots');
const settleMs = 10_000;

async function runComparison(args: string[]): Promise<void> {
  try {
    await compareScreens(args);
  } catch (error) {
    printError(error, process.env);
    process.exitCode = 1;
  }
}

export async function takeScreenshots(wanted: string[], compareWith?: string): Promise<void> {
  if (compareWith !== undefined) return runComparison([compareWith, ...wanted]);
  await mkdir(folder, { recursive: true });
  const product = await startProduct();
  const failures = await walkScreens({
    product,
    choose: ({ screens, isSignedIn }) => chooseStates(wanted, picturesOf(screens, { isSignedIn })),
    async visit(one, openContext) {
      for (const [width, looks] of looksAt(one)) {
        const page = await (await openContext(pictureOptions(width))).newPage();
        const requests = watchRequests(page);
        await one.state.open(page, one.path);
        for (const look of looks) {
          await show(page, look);
          const file = join(folder, `${one.name}-${width}-${look.replace(' ', '-')}.png`);
          await writeFile(file, await takePicture(page, requests, settleMs));
        }
      }
    },
  }).finally(() => product.stop());
  for (const failure of failures) process.stderr.write(`${failure}\n`);
  process.exit(failures.length > 0 ? 1 : 0);
}
