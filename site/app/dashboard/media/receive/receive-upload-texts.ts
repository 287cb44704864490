// The error messages of a received upload: permissions, file types, SVG problems.
import { defineTexts } from '../../../texts/define-texts.ts';

export const receiveUploadTexts = defineTexts({
  errors: {
    signedOut: 'Sign in again, then choose the file again.',
    unreadable: "We couldn't read this upload. Reload the page and try again.",
    undescribed: 'Describe the image in one sentence, or mark it decorative.',
    denied: "You don't have permission to change content. Ask an owner.",
    expired: 'The upload expired. Choose the file again.',
    notKept: "We couldn't save the image. Please try again.",
    noRoom: "There's no room left for files. Delete images that are no longer needed, or ask an owner.",
    ownerDeleted: {
      service: 'Someone deleted this service. Choose another one.',
      app: 'Someone deleted this app. Choose another one.',
    },
    wrongType: "That file type isn't supported. Choose a JPEG, PNG, WebP, GIF or AVIF file.",
    tooManyPixels:
      'This image is too large to open. Resize it to at most 6,000 pixels on its longer side (4,000 for AVIF) first.',
    drawing: {
      tooLarge: 'This drawing is larger than 1 MB. Simplify it, or choose it as a PNG.',
      entities: 'This drawing has parts that we can’t read safely. Export it as plain SVG, or choose a PNG.',
      words: 'The words in this drawing need their font. Turn them into paths (outlines), or choose a PNG.',
      elsewhere: 'This drawing refers to another file. Embed everything in it, or choose a PNG.',
      tooComplex: 'This drawing repeats its parts too often. Simplify it, or choose a PNG.',
      damaged: "We couldn't draw this SVG. Export it again, or choose a PNG.",
      empty: 'This image is empty: it has nothing but transparent pixels. Choose another one.',
    },
    damaged: "This image is damaged and can't be opened. Save it again and retry.",
  },
});
