import type { BrowserContextOptions } from '@playwright/test';
import type { Product } from '../product/product.ts';
import { signUpAccount, storedSession } from '../product/staff.ts';
import { authScreens } from './auth-screens.ts';
import { conversationScreens } from './conversation-screens.ts';
import { primitiveScreens } from './primitive-screens.ts';
import { emptyScreens, publicScreens, unpublishAll } from './public-screens.ts';
import type { Screen } from './screen.ts';
import { staffScreens } from './staff-screens.ts';

/** Screens that are viewed by the same kind of account. */
export interface ScreenGroup {
  screens: readonly Screen[];
  /** public pages promise AAA contrast */
  isPublic?: boolean;
  isSignedIn?: boolean;
  /** viewed after everything was unpublished */
  isUnpublished?: boolean;
  /** options of the browser context in which they are viewed */
  options?: BrowserContextOptions;
}

/** Every screen whose path is known before the product runs; those that need an empty agency come last. */
export const screenGroups: readonly ScreenGroup[] = [
  { screens: publicScreens, isPublic: true },
  { screens: authScreens },
  { screens: staffScreens, isSignedIn: true },
  { screens: emptyScreens, isPublic: true, isUnpublished: true },
];

/** Prepares products for each part. */
export async function* openScreenGroups(...products: Product[]): AsyncGenerator<ScreenGroup> {
  for (const part of screenGroups) {
    if (part.isUnpublished) await Promise.all(products.map(unpublishAll));
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

/** Also the page of the primitives, which shows no texts of a catalogue. */
export async function* openAllScreens(product: Product): AsyncGenerator<ScreenGroup> {
  yield { screens: primitiveScreens, options: { baseURL: product.url } };
  yield* openScreens(product);
}
