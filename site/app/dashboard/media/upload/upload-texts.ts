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
