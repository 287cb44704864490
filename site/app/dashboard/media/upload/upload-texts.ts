// The texts of uploads: the add dialog, drop zone, progress, problems found here or by the server.
import { defineTexts } from '../../../texts/define-texts.ts';

export const uploadTexts = defineTexts({
  add: {
    unsaved: (count: number) =>
      count === 1
        ? "The image you chose hasn't been added yet."
        : `The ${count} images you chose haven't been added yet.`,
    added: 'Added',
    addedDescription: (count: number, stills: number) => {
      const added = count === 1 ? '1 image added.' : `${count} images added.`;
      if (stills === 0) return added;
      if (count === 1) return `${added} It was animated, so it shows its first frame only.`;
      return stills === 1
        ? `${added} One was animated, so it shows its first frame only.`
        : `${added} ${stills} were animated, so they show their first frame only.`;
    },
    ownerMissing: 'Choose the service or app it belongs to',
    choose: 'Choose images',
    chooseMore: 'Choose more',
    chosen: 'Chosen images',
    stop: 'Stop and close',
    submit: (count: number) => (count > 1 ? `Add ${count} images` : 'Add image'),
    busy: 'Adding...',
  },
  owner: {
    label: 'Belongs to',
    placeholder: 'Choose a service or app',
    groups: { service: 'Services', app: 'Apps' },
    retry: "We couldn't load the services and apps. Try again",
  },
  kind: {
    label: 'Type',
    appHint: "Screenshots appear on the app's page.",
    names: { image: 'Image', hero: 'Hero', screenshot: 'Screenshot', logo: 'Logo' },
  },
  dropHint:
    "Or drop or paste it here: JPEG, PNG, WebP, GIF or AVIF, up to 20 MB. We'll resize it and remove its location data.",
  existing: {
    title: 'Or use an uploaded image',
    use: '<spoken>Use </spoken><picture></picture>',
    useUndescribed: '<spoken>Use image without a description</spoken><picture></picture>',
  },
  picture: {
    upload: 'Upload an image',
    replace: 'Replace the image',
    uploaded: (name: string) => `${name} uploaded. Add a description, then save.`,
    wasAnimated: 'It was animated, so pages show its first frame only.',
    cancel: 'Cancel',
  },
  row: {
    cancel: (name: string) => `Cancel<spoken> ${name}</spoken>`,
    remove: (name: string) => `Remove<spoken> ${name}</spoken>`,
  },
  progress: {
    label: (name: string) => `Uploading ${name}`,
    sent: (percent: number) => `Uploading, ${percent}%`,
    resizing: 'Resizing...',
  },
  kilobytes: (size: number) => `${size} KB`,
  megabytes: (size: string) => `${size} MB`,
  errors: {
    wrongType: "That file type isn't supported. Choose a JPEG, PNG, WebP, GIF or AVIF file.",
    emptyFile: 'This file is empty. Choose another one.',
    tooLarge: 'This file is larger than 20 MB. Make it smaller and choose it again.',
    noRoom: "There's no room left for files. Delete images that are no longer needed, or ask an owner.",
    denied: "You don't have permission to change content. Ask an owner.",
    signedOut: 'Sign in again, then try again.',
    connectionLost: 'The connection was lost. Please try again.',
  },
});

/** Texts of the server, which receives an upload. */
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
      tooComplex:
        'This SVG takes too long to draw: its parts repeat, cross or are filtered too often. Simplify it, or use a PNG.',
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
      ? 'Image copied. Save to publish the change.'
      : `${count} images copied. Save to publish the change.`,
  failed: (address: string, problem: string) => `${address}: ${problem}`,
  connectionLost: 'The connection was lost. Please try again.',
  signedOut: 'Sign in again, then try again.',
  busy: 'Another image is being copied. Try again in a few seconds.',
  tooLarge: 'This image is larger than 20 MB. Make it smaller and upload it.',
  unreachable: "We couldn't load this image. Check that its address opens in a browser without signing in.",
  notAnImage: "This isn't an image we can copy. Upload it as a JPEG, PNG, WebP, GIF or AVIF file.",
});
