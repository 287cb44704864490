// The texts of the fields of a record.
import { defineTexts } from '../../texts/define-texts.ts';
import { formatCount } from '../../ui/format-values.ts';

export const markdownTexts = defineTexts({
  toolbar: 'Formatting',
  tools: {
    bold: 'Bold',
    italic: 'Italic',
    heading: 'Heading',
    list: 'List',
    numbered: 'Numbered list',
    quotation: 'Quotation',
    table: 'Table',
    link: 'Link',
    image: 'Image',
    video: 'Video',
  },
  withShortcut: (label: string, shortcut: string) => `${label} (${shortcut})`,
  boldPlaceholder: 'bold text',
  italicPlaceholder: 'italic text',
  linkPlaceholder: 'link text',
  table: { first: 'First column', second: 'Second column', cell: 'Text' },
  insert: {
    title: 'Insert an image',
    submit: 'Insert image',
    unsaved: "Your image hasn't been inserted yet.",
    upload: 'Upload an image',
    replace: 'Replace the image',
    uploaded: (name: string) => `${name} uploaded. Add a description, then insert it.`,
    chosen: 'Image chosen. Check its description, then insert it.',
  },
  preview: {
    title: 'Preview',
    tooLong: (most: number) =>
      `Too long to preview. Shorten the text to ${formatCount(most)} characters or fewer.`,
    loading: 'Loading the preview...',
    failed: "We couldn't load the preview. Your text is safe.",
    minutes: (count: number) => `${count} min read`,
  },
});

export const descriptionTexts = defineTexts({
  label: 'Description',
  called: 'the description',
  formatLabel: 'Text format',
  plain: 'Plain text',
  markdown: 'Markdown',
  plainHint: 'Leave a blank line between paragraphs.',
  markdownHint: 'Markdown: ## heading, - list, **bold**, [link text](https://address).',
  emptyPreview: 'The description will appear here as you write it.',
});

export const priceTexts = defineTexts({
  title: 'Pricing',
  add: 'Add price',
  hint: (free: string) =>
    `In Canadian dollars. ${free === '' ? '0 shows no price' : `0 shows as “${free}”`}. Add-ons aren't included in the “from” price.`,
  unnamed: (number: number) => `Price ${number}`,
  moved: 'The price',
  nameLabel: (number: number) => `Price ${number}: what it covers`,
  namePlaceholder: 'What it covers',
  amountLabel: (number: number) => `Price ${number}: amount in Canadian dollars`,
  unitLabel: (number: number) => `Price ${number}: paid`,
  units: { once: 'once', month: 'a month', year: 'a year', hour: 'an hour' },
  addOn: (title: string) => `Add-on<spoken> (${title})</spoken>`,
  moveUp: (title: string) => `Move ${title} up`,
  moveDown: (title: string) => `Move ${title} down`,
  remove: (title: string) => `Remove ${title}`,
  problems: {
    nameMissing: 'Say what this price covers',
    name: 'the name of this price',
    amount: 'Enter an amount, such as 3900, or 0 if they pay for results',
    tooMany: (most: number) => `Keep at most ${most} prices`,
  },
});

export const screenshotTexts = defineTexts({
  title: 'Screenshots',
  createFirst: 'Create the app first, then add its screenshots here.',
  loading: 'Loading screenshots...',
  failed: "We couldn't load the screenshots.",
  empty: 'No screenshots yet. Add some to show visitors what the app looks like.',
  add: 'Add screenshots',
  savedHint: 'Saved automatically, in this order.',
  undescribed: (kind: string) => `${kind} without a description`,
  decorative: 'Decorative',
  kind: (kind: string) => ` (${kind})`,
  moveUp: (title: string) => `Move up: ${title}`,
  moveDown: (title: string) => `Move down: ${title}`,
  edit: (title: string) => `Edit ${title}`,
  remove: (title: string) => `Delete ${title}`,
});

export const recordTexts = defineTexts({
  published: 'Published',
  draft: 'Draft',
  scheduled: (time: string) => `Scheduled for ${time}`,
  view: (title: string) => `View<spoken> ${title} (opens in a new tab)</spoken>`,
  viewSaved: (title: string) => `View saved version<spoken> of ${title} (opens in a new tab)</spoken>`,
  preview: { title: 'Draft preview', opening: 'Opening the preview...' },
});
