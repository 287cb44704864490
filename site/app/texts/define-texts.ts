import { pseudoLocalize } from './pseudo-localize.ts';
import type { Texts } from './texts.ts';

/**
 * Declares the texts of one module, in English. A build in the mode pseudo-locale marks each of them, so that a text
 * that bypasses the catalogues shows on the screen (npm run audit -- texts).
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineTexts<Catalogue extends Texts>(texts: Catalogue): Catalogue {
  return globalThis.PSEUDO_LOCALE ? pseudoLocalize(texts) : texts;
}
