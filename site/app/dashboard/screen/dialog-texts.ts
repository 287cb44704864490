// The texts shared by form dialogs: cancel, the question about unsaved changes.
import { defineTexts } from '../../texts/define-texts.ts';

export const dialogTexts = defineTexts({
  cancel: 'Cancel',
  unsaved: {
    title: 'Close without saving?',
    discard: 'Discard and close',
    keep: 'Keep editing',
  },
});
