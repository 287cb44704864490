// A few very different looks of the matrix. `npm run audit` examines every combination.
import type { BrowserContext } from '@playwright/test';
import { sampleMatrix } from '@fairlead/backend/testing/target';
import { test as visitorTest } from '../product/fixture.ts';
import type { Product } from '../product/product.ts';
import { expect, test } from '../product/staff.ts';
import { authScreens } from './auth-screens.ts';
import { conversationScreens } from './conversation-screens.ts';
import { examineState, formatFaults } from './examine.ts';
import type { DevicePreference, Presentation } from './presentation.ts';
import { publicScreens } from './public-screens.ts';
import type { Screen } from './screen.ts';
import { staffScreens } from './staff-screens.ts';

function look(width: number, theme: 'light' | 'dark', comfort: DevicePreference): Presentation {
  return { width, theme, comfort };
}

const tightest = look(320, 'dark', 'text 200 %');

/** A path, the name of a state, and a way to look at it. */
type Sample = [path: string, name: string, presentation: Presentation];

async function expectNoFaults(
  context: BrowserContext,
  product: Product,
  screens: readonly Screen[],
  samples: readonly Sample[],
  enhanced = false,
): Promise<void> {
  for (const [path, name, presentation] of samples) {
    const state = screens.find((screen) => screen.path === path)?.states.find((one) => one.name === name);
    if (!state) throw new Error(`the matrix has no ${path} in the state "${name}"`);
    const page = await context.newPage();
    expect(
      formatFaults(await examineState(page, product, { path, state }, [presentation], { enhanced })),
    ).toEqual([]);
    await page.close();
  }
}

visitorTest('A-1 A-2 A-21 A-22 A-23 a sample of public screens', async ({ context, product }) => {
  const samples = sampleMatrix<Sample>(
    [
      ['/services/accessibility-audit', 'dialog with errors and a toast', tightest],
      ['/contact', 'errors', look(320, 'light', 'forced colours')],
    ],
    [['/', 'served', tightest]],
  );
  await expectNoFaults(context, product, publicScreens, samples, true);
});

visitorTest('A-1 A-21 A-22 A-23 the page of a conversation', async ({ context, product }) => {
  const screens = await conversationScreens(product);
  const samples = sampleMatrix<Sample>(
    [[screens[0]?.path ?? '', 'errors', tightest]],
    [[screens[2]?.path ?? '', 'served', tightest]],
  );
  await expectNoFaults(context, product, screens, samples, true);
});

test('A-1 A-21 A-22 A-23 a sample of the dashboard', async ({ context, product }) => {
  const samples = sampleMatrix<Sample>(
    [
      ['/dashboard/messages', 'thread open', tightest],
      ['/dashboard/services', 'dialog ^Delete', look(390, 'dark', 'forced colours')],
    ],
    [['/dashboard/services', 'editor', tightest]],
  );
  await expectNoFaults(context, product, staffScreens, samples);
});

visitorTest('A-1 A-21 A-22 the form that signs up, with errors @audit', async ({ context, product }) => {
  const sample: Sample = ['/auth', 'errors and a toast', look(320, 'light', 'text 200 %')];
  await expectNoFaults(context, product, authScreens, [sample]);
});
