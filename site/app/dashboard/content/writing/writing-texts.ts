// The texts of pasting, of the video dialog and of the preview beside a text.
import { defineTexts } from '../../../texts/define-texts.ts';

export const writingTexts = defineTexts({
  paste: {
    converting: 'Pasted as plain text. Adding its formatting...',
    markdown: 'Pasted with its formatting.',
    plain: 'Pasted as plain text.',
    failed: "Pasted as plain text. We couldn't load what adds its formatting.",
    asPlain: 'Paste as plain text',
    uploading: (count: number) => (count === 1 ? 'Uploading 1 image...' : `Uploading ${count} images...`),
    uploaded: (count: number) => (count === 1 ? '1 image added.' : `${count} images added.`),
    undescribed: (count: number) =>
      count === 1
        ? '1 image has no description: write one between its square brackets, or screen readers skip it.'
        : `${count} images have no description: write one between the square brackets of each, or screen readers skip them.`,
    missing: (names: string, count: number) =>
      count === 1
        ? `1 image couldn't be pasted (${names}). Add it with the Image button.`
        : `${count} images couldn't be pasted (${names}). Add them with the Image button.`,
    unnamed: 'no name',
    notUploaded: (problem: string) => `An image wasn't added. ${problem}`,
  },
  video: {
    title: 'Insert a video',
    explanation: 'Visitors see a still image. Nothing of the video loads until they follow its link.',
    address: 'Web address of the video',
    addressHint: 'Starts with https://',
    addressProblem: 'Enter the web address of the video, starting with https://',
    name: 'What the video is about',
    nameHint: 'Shown below the image as the text of the link.',
    nameProblem: 'Describe the video in a few words',
    upload: 'Upload a still image',
    replace: 'Replace the still image',
    uploaded: (name: string) => `${name} uploaded.`,
    chosen: 'Still image chosen.',
    imageProblem: 'Upload or choose a still image of the video',
    link: (name: string) => `Watch the video: ${name}`,
    submit: 'Insert video',
    unsaved: "The video hasn't been inserted yet.",
  },
});
