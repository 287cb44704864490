import type { BrowserContextOptions } from '@playwright/test';
import type { Product } from '../product/product.ts';
import { signUpAccount, storedSession } from '../product/staff.ts';
import { authScreens } from './auth-screens.ts';
import { conversationScreens } from './conversation-screens.ts';
import { emptyScreens, publicScreens, unpublishAll } from './public-screens.ts';
import type { Screen } from './screen.ts';
import { askForRetention, emptyAgency, requireApproval, seedAgency } from './seed-agency.ts';
import { emptyStaffScreens, lockedScreens, staffScreens, undecidedScreens } from './staff-screens.ts';

/** Screens that are viewed by the same kind of account. */
export interface ScreenGroup {
  screens: readonly Screen[];
  /** public pages promise AAA contrast */
  isPublic?: boolean;
  isSignedIn?: boolean;
  /** writes what the screens show, before the first of them is viewed */
  prepare?: (product: Product) => Promise<void>;
  /** options of the browser context in which they are viewed */
  options?: BrowserContextOptions;
}

/** Every screen whose path is known before the product runs, in an order in which each part may spoil what was before. */
export const screenGroups: readonly ScreenGroup[] = [
  { screens: publicScreens, isPublic: true },
  { screens: authScreens },
  { screens: staffScreens, isSignedIn: true, prepare: seedAgency },
  { screens: undecidedScreens, isSignedIn: true, prepare: askForRetention },
  { screens: emptyScreens, isPublic: true, prepare: unpublishAll },
  { screens: lockedScreens, isSignedIn: true, prepare: requireApproval },
  { screens: emptyStaffScreens, isSignedIn: true, prepare: emptyAgency },
];

/** Prepares products for each part. */
export async function* openScreenGroups(...products: Product[]): AsyncGenerator<ScreenGroup> {
  for (const part of screenGroups) {
    await Promise.all(products.map((product) => part.prepare?.(product)));
    yield part;
  }
}

/** Every screen of a product in every state, for all walks over screens. */
export async function* openScreens(product: Product): AsyncGenerator<ScreenGroup> {
  const visitor = { baseURL: product.url };
  const staff = { ...visitor, storageState: storedSession(product, await signUpAccount(product)) };
  yield { screens: await conversationScreens(product), isPublic: true, options: visitor };
  for await (const part of openScreenGroups(product))
    yield { ...part, options: part.isSignedIn ? staff : visitor };
}
