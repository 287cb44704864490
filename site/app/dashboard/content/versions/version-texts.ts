// The texts of the version history: the panel, the comparison dialog, column labels.
import type { ContentTableName } from '../../../content/content-types.ts';
import type { Database } from '../../../data/database-types.ts';
import { defineTexts } from '../../../texts/define-texts.ts';

type ColumnsOf<Table extends ContentTableName> = Table extends ContentTableName
  ? keyof Database['public']['Tables'][Table]['Row']
  : never;
/** Columns whose change is no change of content. */
type BookkeepingColumn = 'id' | 'created_at' | 'updated_at' | 'is_sample';

export const versionTexts = defineTexts({
  title: 'Versions',
  hint: 'A version is kept every time you save. Restoring one never deletes the others.',
  loading: 'Loading versions...',
  failed: "We couldn't load the versions.",
  what: 'versions',
  byNobody: 'the server',
  row: (time: string, account: string) => `<time>${time}</time> by ${account}`,
  first: 'First version',
  changed: (columns: string) => `Changed: ${columns}`,
  current: 'Current version',
  draft: 'Draft',
  checked: (open: number) => `Accessibility check: ${open === 0 ? 'nothing found' : `${open} to improve`}`,
  compare: (time: string) => `Compare<spoken> the version from ${time}</spoken>`,
  dialogTitle: (time: string) => `Version from ${time}`,
  legend: '<del>Crossed out</del>: removed. <ins>Underlined</ins>: restored.',
  kept: "The web address and publishing settings won't change.",
  same: "This version is the same as what's in the editor.",
  replaced: {
    title: 'Replaced before you saved it',
    hint: 'Only you can see these. They are kept for 30 days.',
    row: (time: string, device: string) => `<time>${time}</time> in ${device}`,
    compare: (time: string) => `Compare<spoken> what you typed, from ${time}</spoken>`,
    dialogTitle: (time: string) => `Typed ${time}`,
  },
  removed: 'removed: ',
  added: 'restored: ',
  gap: '[…]',
  restore: 'Restore this version',
  close: 'Close',
  restored: 'Version restored',
  restoredText: "It's in the editor. Save to keep it.",
  undo: 'Undo',
  columns: {
    name: 'Name',
    title: 'Title',
    slug: 'Web address',
    short_pitch: 'Short pitch',
    excerpt: 'Excerpt',
    description: 'Description',
    body: 'Text',
    text_format: 'Text format',
    feature_chips: 'Features',
    platforms: 'Platforms',
    pricing_json: 'Prices',
    category: 'Category',
    category_id: 'Category',
    demo_url: 'Demo URL',
    hero_image_url: 'Image',
    logo_url: 'Logo',
    cover_url: 'Cover',
    hero_image_alt: 'Image description',
    logo_alt: 'Logo description',
    cover_alt: 'Cover description',
    is_published: 'Published',
    published_at: 'Publishing date',
    client: 'Client',
    problem: 'The problem',
    results: 'Results',
    seo: 'Search and sharing',
    quote: 'Quotation',
    quote_name: 'Who said it',
    quote_role: 'Their role',
    service_ids: 'Services',
    screenshots: 'Screenshots',
  } satisfies Record<
    Exclude<ColumnsOf<ContentTableName>, BookkeepingColumn> | 'screenshots',
    string
  > as Readonly<Record<string, string>>,
  seo: {
    title: (text: string) => `Title in search results: ${text}`,
    description: (text: string) => `Description in search results: ${text}`,
    image: (url: string) => `Share image: ${url}`,
    hidden: 'Hidden from search engines',
  },
  screenshots: {
    title: 'Screenshots',
    rearranged: 'Their order, types or descriptions will change.',
    decorative: 'Decorative',
    restored: 'The text is in the editor. Save to keep it. The screenshots are already on the page.',
  },
  price: (name: string, amount: string, unit: string) => `${name}: ${amount}${unit && ` per ${unit}`}`,
});
