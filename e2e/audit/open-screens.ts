import type { BrowserContextOptions } from '@playwright/test';
import type { Product } from '../product/product.ts';
import { signUpAccount, storedSession } from '../product/staff.ts';
import { authScreens } from './auth-screens.ts';
import type { Screen } from './screen.ts';
import { conversationScreens } from './conversation-screens.ts';
import { primitiveScreens } from './primitive-screens.ts';
import { emptyScreens, publicScreens, unpublishAll } from './public-screens.ts';
import { staffScreens } from './staff-screens.ts';

/** Screens that one person looks at. */
export interface ScreenPart {
  screens: readonly Screen[];
  options: BrowserContextOptions;
  /** public pages promise AAA contrast */
  isPublic: boolean;
  isSignedIn: boolean;
}

/** Every screen of a product in every state, for all that walk them; what needs an empty agency comes last. */
export async function* openScreens(product: Product): AsyncGenerator<ScreenPart> {
  const visitor = { options: { baseURL: product.url }, isSignedIn: false };
  const conversations = await conversationScreens(product);
  yield { ...visitor, screens: [...publicScreens, ...conversations], isPublic: true };
  yield { ...visitor, screens: authScreens, isPublic: false };
  const storageState = storedSession(product, await signUpAccount(product));
  const options = { ...visitor.options, storageState };
  yield { screens: staffScreens, options, isPublic: false, isSignedIn: true };
  await unpublishAll(product);
  yield { ...visitor, screens: emptyScreens, isPublic: true };
}

/** With the page of the primitives, which shows no texts of a catalogue. */
export async function* openAllScreens(product: Product): AsyncGenerator<ScreenPart> {
  const options = { baseURL: product.url };
  yield { screens: primitiveScreens, options, isPublic: false, isSignedIn: false };
  yield* openScreens(product);
}
