// The texts of the image library: the screen that lists all images, and the dialogs that choose, describe and delete.
import { defineTexts } from '../../../texts/define-texts.ts';

export const libraryTexts = defineTexts({
  title: 'All images',
  description: 'Every uploaded image, with its description and the places that show it',
  what: 'images',
  one: 'image',
  empty:
    'No images have been uploaded yet. Upload one here, or in the editor of a service, app, resource or case study.',
  noneFound: 'No images match your search.',
  allDescribed: 'Every image has a description.',
  upload: 'Upload an image',
  uploaded: (name: string) => `${name} uploaded. Add its description.`,
  search: {
    label: 'Search images',
    placeholder: 'Description, file name or place',
    undescribed: 'Without a description',
    found: (count: number, isMore: boolean) => {
      if (count === 0) return 'No images found';
      return count === 1 ? '1 image found' : `${count}${isMore ? ' or more' : ''} images found`;
    },
  },
  card: {
    unnamed: 'Uploaded image',
    undescribed: 'No description yet',
    decorative: 'Decorative',
    unused: 'Not used anywhere',
    usedIn: 'Used in',
    record: (one: string, name: string) => `${one.charAt(0).toUpperCase()}${one.slice(1)}: ${name}`,
    agency: 'Agency details',
    partner: (name: string) => `Partner: ${name}`,
    inVersion: (place: string) => `${place} (an earlier version)`,
    inTrash: (place: string) => `${place} (in the trash)`,
    isUnsaved: (place: string) => `${place} (your unsaved changes)`,
    ofColleague: "A colleague's unsaved changes",
    uploadedBy: (name: string) => `Uploaded by ${name}`,
    describe: (name: string) => `Describe ${name}`,
    remove: (name: string) => `Delete ${name}`,
    broken: "This image couldn't be loaded.",
  },
  describeAll: 'Describe one by one',
  removeSelected: (count: number) => (count === 1 ? 'Delete 1 image' : `Delete ${count} images`),
  describe: {
    title: 'Describe image',
    progress: (left: number) =>
      left === 1 ? 'This is the last one.' : `${left} images in this list have none.`,
    follows:
      'Places that show it with the same description get the new one. A description of their own stays.',
    submit: 'Save description',
    next: 'Save and next',
    skip: 'Skip this image',
    unsaved: 'You have an unsaved description.',
    saved: 'Saved',
    savedDescription: 'Description updated.',
    gone: 'Someone deleted this image. Refresh and try again.',
    allDone: 'All images of the list are described.',
  },
  remove: {
    title: (count: number, name: string) => (count === 1 ? `Delete ${name}?` : `Delete ${count} images?`),
    confirm: (count: number) => (count === 1 ? 'Delete image' : `Delete ${count} images`),
    inUseTitle: (count: number) => (count === 1 ? 'This image is in use' : 'These images are in use'),
    inUse: (name: string, places: string) => `${name} stays, because it's used in ${places}.`,
    inUseHint:
      'Take it out of these places first. What is in the trash, or typed and not saved, counts for up to 30 days.',
    unused: (count: number) =>
      count === 1
        ? 'No page shows it, so nothing changes for visitors.'
        : `No page shows these ${count} images, so nothing changes for visitors.`,
    versions: 'Earlier versions that show it keep it, so they can still be restored.',
    busy: 'Deleting...',
    close: 'Close',
    done: 'Deleted',
    doneText: (count: number, stayed: number) => {
      const gone = count === 1 ? '1 image was deleted.' : `${count} images were deleted.`;
      if (stayed === 0) return gone;
      return `${gone} ${stayed === 1 ? '1 stayed, because it is used now.' : `${stayed} stayed, because they are used now.`}`;
    },
  },
  choose: {
    open: 'Choose from all images',
    openFor: (of: string) => `Choose from all images<spoken> for ${of}</spoken>`,
    title: 'Choose an image',
    close: 'Cancel',
  },
});
