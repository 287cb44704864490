// The fields of a service or app tile: the short pitch, the feature chips.
import { defineTexts } from '../../../texts/define-texts.ts';
import { textField } from './text-field.tsx';
import { wordsField } from './words-field.tsx';

const t = defineTexts({
  pitch: { label: 'Short pitch', hint: 'One sentence, shown on cards.', called: 'the pitch' },
  chips: { label: 'Features', one: 'feature', called: 'features' },
});

/** The short pitch, which the tile of a service or app shows. */
export const pitchField = textField({ name: 'pitch', column: 'short_pitch', ...t.pitch, maxLength: 500 });

export const featuresField = wordsField({ name: 'chips', column: 'feature_chips', ...t.chips });
