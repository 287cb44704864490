import type { Page } from '@playwright/test';
import type { State } from './screen.ts';

/** How a visitor looks at a page: size of the window, theme, and what the device asks for besides. */
export interface Presentation {
  width: number;
  theme: 'light' | 'dark';
  comfort: Comfort;
}

export const widths = [320, 390, 768, 1280];
export const themes = ['light', 'dark'] as const;

/** What people set on their devices, one at a time. */
export const comforts = [
  'as it comes',
  'less motion',
  'more contrast',
  'forced colours',
  'text 200 %',
] as const;
export type Comfort = (typeof comforts)[number];

/** Every way to look at a state. */
export function presentationsOf({ at }: State): Presentation[] {
  return widths
    .filter((width) => at?.(width) ?? true)
    .flatMap((width) => themes.flatMap((theme) => comforts.map((comfort) => ({ width, theme, comfort }))));
}

const heightPx = 800;

/** Tells the browser how it is looked at; a page that is opened next begins so. */
export async function lookThrough(page: Page, { width, theme, comfort }: Presentation): Promise<void> {
  await page.setViewportSize({ width, height: heightPx });
  await page.emulateMedia({
    colorScheme: theme,
    reducedMotion: comfort === 'less motion' ? 'reduce' : 'no-preference',
    contrast: comfort === 'more contrast' ? 'more' : 'no-preference',
    forcedColors: comfort === 'forced colours' ? 'active' : 'none',
  });
}

/** Shows the open page in this way, and waits until it stands still in it. */
export async function present(page: Page, presentation: Presentation): Promise<void> {
  const { width, theme, comfort } = presentation;
  await lookThrough(page, presentation);
  await page.evaluate(
    (size) => document.documentElement.style.setProperty('font-size', size),
    comfort === 'text 200 %' ? '200%' : '',
  );
  await page.waitForFunction(
    ([wide, scheme]) => innerWidth === wide && matchMedia(`(prefers-color-scheme: ${scheme})`).matches,
    [width, theme] as const,
  );
  await holdStill(page);
}

/**
 * Waits until what was asked for is on the screen: fonts are there, and every animation and transition is at its
 * end. A colour that is read in the frame of a change belongs to neither state. What runs without an end (a
 * spinner) or by scrolling is left alone.
 */
export async function holdStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let quietFrames = 0; quietFrames < 2; quietFrames += 1) {
      await frame();
      for (const animation of document.getAnimations()) {
        const end = animation.effect?.getComputedTiming().endTime;
        if (animation.timeline !== document.timeline || animation.playState === 'finished') continue;
        if (typeof end !== 'number' || end === Infinity) continue;
        animation.finish();
        // what it gives way to may move as well
        quietFrames = 0;
      }
    }
  });
}
