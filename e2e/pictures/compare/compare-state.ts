import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { projectRoot } from '../../../server/project-root.ts';
import { comparePictures } from './compare-pictures.ts';
import type { Difference, Failure } from './list-differences.ts';
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

/** A picture that was taken too early differs once; a difference of the code differs each time. */
const attempts = 3;

/** Both states of one screen at one width, side by side, in every look. */
export async function compareState(
  one: PictureState,
  width: number,
  looks: readonly Look[],
  open: OpenContext,
): Promise<Compared> {
  let found: Compared = { pictures: 0, differences: [], failures: [] };
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const contexts = await Promise.all([
      open('before', one.isSignedIn, width),
      open('after', one.isSignedIn, width),
    ]);
    try {
      found = await compareOnce(one, width, looks, contexts);
    } finally {
      await Promise.all(contexts.map((context) => context.close()));
    }
    if (found.differences.length + found.failures.length === 0) break;
  }
  return found;
}

async function compareOnce(
  one: PictureState,
  width: number,
  looks: readonly Look[],
  contexts: BrowserContext[],
): Promise<Compared> {
  const found: Compared = { pictures: 0, differences: [], failures: [] };
  const pages = await Promise.all(contexts.map((context) => context.newPage()));
  const opened = await Promise.allSettled(pages.map((page) => one.state.open(page, one.path)));
  for (const [index, result] of opened.entries()) {
    if (result.status === 'fulfilled') continue;
    const side = index === 0 ? 'before' : 'after';
    const reason = `could not be opened ${side}: ${String(result.reason).slice(0, 300)}`;
    found.failures.push({ state: one.name, width, reason });
  }
  if (found.failures.length > 0) return found;
  for (const look of looks) {
    const [before, after] = (await Promise.all(pages.map((page) => pictureIn(page, look)))) as [
      Buffer,
      Buffer,
    ];
    found.pictures += 1;
    const difference = comparePictures(before, after);
    if (!difference) continue;
    const { png, ...numbers } = difference;
    const files = join(pictureFolder, `${one.name}-${width}-${look.replace(' ', '-')}`);
    await mkdir(dirname(files), { recursive: true });
    await writeFile(`${files}-before.png`, before);
    await writeFile(`${files}-after.png`, after);
    await writeFile(`${files}-difference.png`, png);
    found.differences.push({ state: one.name, width, look, ...numbers, files: relative(projectRoot, files) });
  }
  return found;
}

async function pictureIn(page: Page, look: Look): Promise<Buffer> {
  await show(page, look);
  return takePicture(page);
}
