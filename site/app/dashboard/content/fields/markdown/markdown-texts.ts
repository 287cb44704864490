import { defineTexts } from '../../../../texts/define-texts.ts';
import { formatCount } from '../../../../ui/format-values.ts';

export const markdownTexts = defineTexts({
  toolbar: 'Formatting',
  tools: { bold: 'Bold', italic: 'Italic', heading: 'Heading', list: 'List', link: 'Link', image: 'Image' },
  withShortcut: (label: string, shortcut: string) => `${label} (${shortcut})`,
  boldPlaceholder: 'bold text',
  italicPlaceholder: 'italic text',
  linkPlaceholder: 'link text',
  insert: {
    title: 'Insert an image',
    submit: 'Insert image',
    unsaved: "The image you uploaded hasn't been inserted yet.",
    upload: 'Upload an image',
    replace: 'Replace the image',
    uploaded: (name: string) => `${name} uploaded. Add a description, then insert it.`,
  },
  preview: {
    title: 'Preview',
    tooLong: (most: number) =>
      `Too long to preview. Shorten the text to ${formatCount(most)} characters or fewer.`,
    loading: 'Loading the preview…',
    failed: "We couldn't load the preview. Your text is safe.",
    minutes: (count: number) => `${count} min read`,
  },
});
