// The error messages of a received upload: permissions, file types, SVG problems.
import { defineTexts } from '../../../texts/define-texts.ts';

export const receiveUploadTexts = defineTexts({
  errors: {
    signedOut: 'Sign in again, then choose the file again.',
    unreadable: "We couldn't read this upload. Reload the page and try again.",
    undescribed: 'Describe the image in one sentence, or mark it decorative',
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
      'This image is too large to open. Resize it to at most 6,000 pixels on its longer side (4,000 for AVIF), then upload it again.',
    drawing: {
      tooLarge: 'This SVG is larger than 1 MB. Simplify it, or use a PNG.',
      entities: "We can't read parts of this SVG safely. Export it as plain SVG, or use a PNG.",
      words: 'The text in this SVG needs its font. Convert it to outlines (paths), or use a PNG.',
      elsewhere: 'This SVG links to another file. Embed everything in it, or use a PNG.',
      tooComplex: 'This SVG repeats its parts too often. Simplify it, or use a PNG.',
      damaged: "We couldn't draw this SVG. Export it again, or use a PNG.",
      empty: 'This image is completely transparent. Choose another one.',
    },
    damaged: "This image is damaged and can't be opened. Save it again and retry.",
  },
});
