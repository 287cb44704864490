// Texts of the password field: label, show, hide, Caps Lock warning.
import { defineTexts } from '../texts/define-texts.ts';

export const passwordTexts = defineTexts({
  label: 'Password',
  show: (label: string) => `Show<spoken> ${label.toLowerCase()}</spoken>`,
  hide: (label: string) => `Hide<spoken> ${label.toLowerCase()}</spoken>`,
  capsLock: 'Caps Lock is on',
});
