// The texts of the server, which receives uploads and copies images of other sites.
import { defineTexts } from '../../../texts/define-texts.ts';

export const receiveUploadTexts = defineTexts({
  errors: {
    signedOut: 'Sign in again, then choose the file again.',
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
      tooComplex: 'This SVG takes too long or too much memory to draw. Simplify it, or use a PNG.',
      damaged: "We couldn't draw this SVG. Export it again, or use a PNG.",
      empty: 'This image is completely transparent. Choose another one.',
    },
    damaged: "This image is damaged and can't be opened. Save it again and retry.",
  },
});

/** Images of other sites in a text, and the server that copies them. */
export const copyImageTexts = defineTexts({
  loaded: (hosts: string) =>
    `Visitors load images here from ${hosts}, which learns each visitor's IP address. Copy them to your own site to avoid that.`,
  blocked: (hosts: string) =>
    `Visitors don't see images from ${hosts}, because browsers block addresses that start with http://. Copy them to your own site.`,
  copy: (count: number) =>
    count === 1 ? 'Copy the image to your site' : `Copy ${count} images to your site`,
  copying: 'Copying...',
  copied: (count: number) =>
    count === 1
      ? 'Image copied. Save to keep the change.'
      : `${count} images copied. Save to keep the change.`,
  failed: (address: string, problem: string) => `${address}: ${problem}`,
  connectionLost: 'The connection was lost. Please try again.',
  signedOut: 'Sign in again, then try again.',
  busy: 'Another image is being copied. Try again in a few seconds.',
  tooLarge: 'This image is larger than 20 MB. Make it smaller and upload it.',
  unreachable: "We couldn't load this image. Check that its address opens in a browser without signing in.",
  notAnImage: "This isn't an image we can copy. Upload it as a JPEG, PNG, WebP, GIF or AVIF file.",
});
