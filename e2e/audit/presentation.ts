import type { Page } from '@playwright/test';
import type { State } from './screen.ts';

/** How a page is viewed: the window's size, the theme, and one preference of the device. */
export interface Presentation {
  width: number;
  theme: 'light' | 'dark';
  comfort: DevicePreference;
}

export const screenWidths = [320, 390, 768, 1280];
export const themes = ['light', 'dark'] as const;

/** Preferences that people set on their devices, one at a time. */
export const devicePreferences = [
  'as it comes',
  'less motion',
  'more contrast',
  'forced colours',
  'text 200 %',
] as const;
export type DevicePreference = (typeof devicePreferences)[number];

/** All presentations of a state. */
export function presentationsOf({ at }: State): Presentation[] {
  return screenWidths
    .filter((width) => at?.(width) ?? true)
    .flatMap((width) =>
      themes.flatMap((theme) => devicePreferences.map((comfort) => ({ width, theme, comfort }))),
    );
}

const heightPx = 800;

/** Emulates the presentation in the browser; pages opened afterwards start with it. */
export async function emulatePresentation(
  page: Page,
  { width, theme, comfort }: Presentation,
): Promise<void> {
  await page.setViewportSize({ width, height: heightPx });
  await page.emulateMedia({
    colorScheme: theme,
    reducedMotion: comfort === 'less motion' ? 'reduce' : 'no-preference',
    contrast: comfort === 'more contrast' ? 'more' : 'no-preference',
    forcedColors: comfort === 'forced colours' ? 'active' : 'none',
  });
}

/** Shows the open page in this presentation, and waits until nothing moves. */
export async function showInPresentation(page: Page, presentation: Presentation): Promise<void> {
  const { width, theme, comfort } = presentation;
  await emulatePresentation(page, presentation);
  await page.evaluate(
    (size) => document.documentElement.style.setProperty('font-size', size),
    comfort === 'text 200 %' ? '200%' : '',
  );
  await page.waitForFunction(
    ([wide, scheme]) => innerWidth === wide && matchMedia(`(prefers-color-scheme: ${scheme})`).matches,
    [width, theme] as const,
  );
  await waitUntilStill(page);
}

/** A page in any engine. */
export interface ScriptablePage {
  evaluate: (expression: string) => Promise<unknown>;
}

/**
 * Waits until fonts are loaded and every animation and transition has ended. A colour that is read during a transition
 * belongs to neither state. Endless animations (a spinner) and those driven by scrolling are ignored.
 */
export async function waitUntilStill(page: ScriptablePage): Promise<void> {
  await page.evaluate(`(${endMovement})(1_000)`);
}

/** Runs in the page. */
async function endMovement(maxFrames: number): Promise<void> {
  let frames = 0;
  let waitsFor = 'the first frame';
  const frame = async () => {
    frames += 1;
    if (frames > maxFrames) throw new Error(`still waiting for: ${waitsFor}`);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  };
  // A page of the site uses its fonts once they have arrived, unless it was scrolled before.
  if (document.getElementById('handoff') !== null) document.documentElement.dataset['fonts'] = '';
  await frame();
  await document.fonts.ready;
  frames = 0;
  for (let quietFrames = 0; quietFrames < 2; quietFrames += 1) {
    await frame();
    for (const animation of document.getAnimations()) {
      const end = animation.effect?.getComputedTiming().endTime;
      if (animation.timeline !== document.timeline || animation.playState === 'finished') continue;
      if (typeof end !== 'number' || end === Infinity) continue;
      animation.finish();
      const { target } = animation.effect as KeyframeEffect;
      waitsFor = `${(animation as CSSTransition).transitionProperty} of ${target?.outerHTML.slice(0, 200)}`;
      // what it makes room for may move as well
      quietFrames = 0;
    }
  }
}
