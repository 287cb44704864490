import { defineTexts } from '../../../texts/define-texts.ts';

export const receiveTexts = defineTexts({
  errors: {
    signedOut: 'Sign in again, then choose the file again.',
    unreadable: "We couldn't read this upload. Reload the page and try again.",
    undescribed: 'Describe the image in one sentence, or mark it decorative.',
    denied: "You don't have permission to change content. Ask an owner.",
    expired: 'The upload expired. Choose the file again.',
    notKept: "We couldn't save the image. Please try again.",
    ownerDeleted: {
      service: 'Someone deleted this service. Choose another one.',
      app: 'Someone deleted this app. Choose another one.',
    },
    wrongType: "That file type isn't supported. Choose a JPEG, PNG, WebP, GIF or AVIF file.",
    tooManyPixels: 'This image is too large. Resize it to less than 50 megapixels first.',
    damaged: "This image is damaged and can't be opened. Save it again and retry.",
  },
});
