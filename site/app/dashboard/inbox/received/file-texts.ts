// The error messages of the download of a received file.
import { defineTexts } from '../../../texts/define-texts.ts';

export const fileTexts = defineTexts({
  errors: {
    signedOut: 'Sign in to download the file.',
    missing: 'This file is no longer available.',
  },
});
