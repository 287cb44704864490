// The texts of the switch for single-key shortcuts.
import { defineTexts } from '../../texts/define-texts.ts';

export const shortcutTexts = defineTexts({
  label: 'Keyboard shortcuts',
  switchLabel: 'Single-key shortcuts',
  on: 'On for your account. Turn them off if you use voice control or press keys by accident.',
  off: 'Off for your account. Ctrl+Enter still sends a reply.',
});
