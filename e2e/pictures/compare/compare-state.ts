import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { projectRoot } from '../../../server/project-root.ts';
import { comparePictures, type PictureDifference } from './compare-pictures.ts';
import type { Difference, Failure } from './list-differences.ts';
import { pictureName, type Look, type PictureState } from './picture-states.ts';
import { takePictures } from './take-pictures.ts';

export const pictureFolder = join(projectRoot, 'screenshots', 'compare');

type Side = 'before' | 'after';

/** Opens a context of one of the two products. */
export type OpenContext = (side: Side, isSignedIn: boolean, width: number) => Promise<BrowserContext>;

export interface Compared {
  pictures: number;
  differences: Difference[];
  failures: Failure[];
}

interface Attempt {
  /** Looks in which the two differ. */
  unequal: { look: Look; before: Buffer; after: Buffer; difference: PictureDifference }[];
  /** Why a page could not be brought into the state. */
  reasons: string[];
}

/** Compares one state at one width between the commit and the working tree. */
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
    const files = join(pictureFolder, pictureName(one, width, look));
    await mkdir(pictureFolder, { recursive: true });
    await writeFile(`${files}-before.png`, before);
    await writeFile(`${files}-after.png`, after);
    await writeFile(`${files}-difference.png`, png);
    differences.push({ state: one.name, width, look, ...numbers, files: relative(projectRoot, files) });
  }
  const failures = reasons.map((reason) => ({ state: one.name, width, reason }));
  return { pictures: reasons.length > 0 ? 0 : looks.length, differences, failures };
}

/** How long each attempt waits for responses. The first call of an edge function starts a process. */
const attemptTimeoutsMs = [2_000, 10_000, 10_000];

/** Tries again: a picture that was taken too early differs once, a difference in the code each time. */
async function attemptUntilSure(...[one, width, looks, open]: Parameters<typeof compareState>) {
  let last: Attempt = { unequal: [], reasons: [] };
  for (const timeoutMs of attemptTimeoutsMs) {
    const previous = last;
    last = await attempt(looks, async (side) => {
      const context = await open(side, one.isSignedIn, width);
      return takePictures(context, one, looks, timeoutMs).finally(() => context.close());
    });
    if (last.unequal.length + last.reasons.length === 0) break;
    if (last.reasons.length === 0 && describe(last) === describe(previous)) break;
  }
  return last;
}

function describe({ unequal }: Attempt): string {
  return unequal.map(({ look, difference }) => `${look} ${difference.pixels}`).join();
}

async function attempt(looks: readonly Look[], take: (side: Side) => Promise<Buffer[]>): Promise<Attempt> {
  const reasons: string[] = [];
  const [befores, afters] = await Promise.all(
    (['before', 'after'] as const).map((side) =>
      take(side).catch((error: unknown) => {
        reasons.push(`could not be opened ${side}: ${String(error).slice(0, 300)}`);
        return [];
      }),
    ),
  );
  const unequal = looks.flatMap((look, index) => {
    const before = befores?.[index];
    const after = afters?.[index];
    const difference = before && after && comparePictures(before, after);
    return difference ? [{ look, before, after, difference }] : [];
  });
  return { unequal, reasons };
}
