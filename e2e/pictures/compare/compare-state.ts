import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { projectRoot } from '../../../server/project-root.ts';
import { comparePictures, type PictureDifference } from './compare-pictures.ts';
import type { Difference, Failure } from './list-differences.ts';
import { watchRequests } from './open-requests.ts';
import type { Look, PictureState } from './picture-states.ts';
import { show, takePicture } from './take-picture.ts';

export const pictureFolder = join(projectRoot, 'screenshots', 'compare');

/** Opens a context of one of the two products. */
export type OpenContext = (
  side: 'before' | 'after',
  isSignedIn: boolean,
  width: number,
) => Promise<BrowserContext>;

export interface Compared {
  pictures: number;
  differences: Difference[];
  failures: Failure[];
}

interface Attempt {
  /** Where both differ. */
  unequal: { look: Look; before: Buffer; after: Buffer; difference: PictureDifference }[];
  /** Why a page could not be brought into the state. */
  reasons: string[];
}

/** One state at one width, in the commit and in the working tree side by side. */
export async function compareState(
  one: PictureState,
  width: number,
  looks: readonly Look[],
  open: OpenContext,
): Promise<Compared> {
  const { unequal, reasons } = await attemptUntilSure(one, width, looks, open);
  const differences: Difference[] = [];
  for (const { look, before, after, difference } of unequal) {
    const { png, ...numbers } = difference;
    const files = join(pictureFolder, `${one.name}-${width}-${look.replace(' ', '-')}`);
    await mkdir(pictureFolder, { recursive: true });
    await writeFile(`${files}-before.png`, before);
    await writeFile(`${files}-after.png`, after);
    await writeFile(`${files}-difference.png`, png);
    differences.push({ state: one.name, width, look, ...numbers, files: relative(projectRoot, files) });
  }
  const failures = reasons.map((reason) => ({ state: one.name, width, reason }));
  return { pictures: reasons.length > 0 ? 0 : looks.length, differences, failures };
}

/** How long each attempt waits for responses. The first use of an edge function starts a process. */
const attemptTimeoutsMs = [2_000, 10_000, 10_000];

/** A picture that was taken too early differs once; a difference of the code is the same a second time. */
async function attemptUntilSure(...[one, width, looks, open]: Parameters<typeof compareState>) {
  let last: Attempt = { unequal: [], reasons: [] };
  for (const timeoutMs of attemptTimeoutsMs) {
    const sides = ['before', 'after'] as const;
    const contexts = await Promise.all(sides.map((side) => open(side, one.isSignedIn, width)));
    const previous = last;
    try {
      last = await attempt(one, looks, contexts, timeoutMs);
    } finally {
      await Promise.all(contexts.map((context) => context.close()));
    }
    if (last.unequal.length + last.reasons.length === 0) break;
    if (last.reasons.length === 0 && describe(last) === describe(previous)) break;
  }
  return last;
}

function describe({ unequal }: Attempt): string {
  return unequal.map(({ look, difference }) => `${look} ${difference.pixels}`).join();
}

async function attempt(
  { state, path }: PictureState,
  looks: readonly Look[],
  contexts: readonly BrowserContext[],
  timeoutMs: number,
): Promise<Attempt> {
  const pages = await Promise.all(contexts.map((context) => context.newPage()));
  const watched = pages.map((page) => ({ page, requests: watchRequests(page) }));
  const opened = await Promise.allSettled(pages.map((page) => state.open(page, path)));
  const reasons = opened.flatMap((result, index) => {
    const side = index === 0 ? 'before' : 'after';
    if (result.status === 'fulfilled') return [];
    return [`could not be opened ${side}: ${String(result.reason).slice(0, 300)}`];
  });
  const unequal: Attempt['unequal'] = [];
  for (const look of reasons.length > 0 ? [] : looks) {
    const [before, after] = await Promise.all(
      watched.map(async ({ page, requests }) => {
        await show(page, look);
        return takePicture(page, requests, timeoutMs);
      }),
    );
    if (!before || !after) throw new Error('two pages were to be compared');
    const difference = comparePictures(before, after);
    if (difference) unequal.push({ look, before, after, difference });
  }
  return { unequal, reasons };
}
