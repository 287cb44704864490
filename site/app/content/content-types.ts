// The types of content, with the pages that owners can close.
import type { Database } from '../data/database-types.ts';
import { defineTexts } from '../texts/define-texts.ts';

/** A type of content, as visitors and staff both need it: records with a public page each, and a list of them. */
export interface ContentType {
  /** prefix of the ids of its controls: "service" */
  id: string;
  /** the name of one record in lower case: "service" */
  one: string;
  /** the plural: "posts" */
  many: string;
  /** the name of the list in navigation: "Resources" */
  label: string;
  /**
   * the path of the public list; pages of records are directly below it, the dashboard's screens have the same path
   * below /dashboard
   */
  path: `/${string}`;
  /** the public list in search results and as a share image */
  list: { title: string };
  /** whether pages link to the list while nothing in it is published: the menu names it */
  isLinkedWhenEmpty: boolean;
  /** the agency's text under its title, and its description in search results */
  intro: 'servicesIntro' | 'appsIntro' | 'resourcesIntro' | 'caseStudiesIntro';
  /** the seed of the art on its share image */
  seed: string;
  /** its long text, and the level of the first heading in it: one below the heading above the text */
  longText: { column: 'description' | 'body'; topHeading: 2 | 3 };
  columns: {
    name: 'name' | 'title';
    text: 'short_pitch' | 'excerpt';
    picture: 'hero_image_url' | 'logo_url' | 'cover_url';
    pictureAlt: 'hero_image_alt' | 'logo_alt' | 'cover_alt';
    /** the column with the name of its category; null for a type without categories */
    category: 'category' | 'categories(name)' | null;
    /** visitors see records sorted by this column, newest first */
    date: 'created_at' | 'published_at';
  };
  /** the date of rows of another table that its page shows; for the sitemap, they count as a change */
  alsoShown: 'categories(updated_at)' | 'app_media(created_at)' | null;
}

const articleColumns = {
  name: 'title',
  text: 'excerpt',
  picture: 'cover_url',
  pictureAlt: 'cover_alt',
  category: null,
  date: 'published_at',
} as const;

/** The types of content by table, in the order of the site. To add one, see CONTRIBUTING.md. */
export const contentTypes = {
  services: {
    ...defineTexts({
      one: 'service',
      many: 'services',
      label: 'Services',
      list: { title: 'Our Services' },
    }),
    id: 'service',
    path: '/services',
    isLinkedWhenEmpty: true,
    intro: 'servicesIntro',
    seed: 'open-water',
    longText: { column: 'description', topHeading: 2 },
    columns: {
      name: 'name',
      text: 'short_pitch',
      picture: 'hero_image_url',
      pictureAlt: 'hero_image_alt',
      category: 'categories(name)',
      date: 'created_at',
    },
    alsoShown: 'categories(updated_at)',
  },
  apps: {
    ...defineTexts({
      one: 'app',
      many: 'apps',
      label: 'Apps',
      list: { title: 'Custom Applications' },
    }),
    id: 'app',
    path: '/apps',
    isLinkedWhenEmpty: true,
    intro: 'appsIntro',
    seed: 'apps',
    longText: { column: 'description', topHeading: 3 },
    columns: {
      name: 'name',
      text: 'short_pitch',
      picture: 'logo_url',
      pictureAlt: 'logo_alt',
      category: 'category',
      date: 'created_at',
    },
    alsoShown: 'app_media(created_at)',
  },
  posts: {
    ...defineTexts({
      one: 'resource',
      many: 'resources',
      label: 'Resources',
      list: { title: 'Resources & Insights' },
    }),
    id: 'post',
    path: '/resources',
    isLinkedWhenEmpty: false,
    intro: 'resourcesIntro',
    seed: 'resources',
    longText: { column: 'body', topHeading: 2 },
    columns: articleColumns,
    alsoShown: null,
  },
  case_studies: {
    ...defineTexts({
      one: 'case study',
      many: 'case studies',
      label: 'Case Studies',
      list: { title: 'Case Studies' },
    }),
    id: 'case-study',
    path: '/case-studies',
    isLinkedWhenEmpty: false,
    intro: 'caseStudiesIntro',
    seed: 'case-studies',
    longText: { column: 'body', topHeading: 3 },
    columns: articleColumns,
    alsoShown: null,
  },
} satisfies Partial<Record<keyof Database['public']['Tables'], ContentType>>;

export type ContentTableName = keyof typeof contentTypes;

export const contentTables = Object.keys(contentTypes) as ContentTableName[];

export function contentTypeOf(table: ContentTableName): ContentType {
  return contentTypes[table];
}

/** The path of a record's public page. */
export function recordPath(table: ContentTableName, slug: string): string {
  return `${contentTypes[table].path}/${slug}`;
}

/** The path of a type's list in the dashboard; editors of records are directly below it. */
export function dashboardListPath(table: ContentTableName): string {
  return `/dashboard${contentTypes[table].path}`;
}

/** The name of a type's list among the pages, as in `openPages`. */
export function listPageName(table: ContentTableName): string {
  return contentTypes[table].path.slice(1);
}

/** The types whose lists are in no footer, sitemap or head while nothing in them is published. */
export const tablesHiddenWhenEmpty = contentTables.filter((table) => !contentTypes[table].isLinkedWhenEmpty);

const listsHiddenWhenEmpty = tablesHiddenWhenEmpty.map(listPageName);

/** `openPages` with the lists that an owner has linked while they are empty (the field `emptyLists`). */
export function withLinkedLists(openPages: readonly string[], emptyLists: string | undefined): string[] {
  return [...new Set([...openPages, ...(emptyLists === 'linked' ? listsHiddenWhenEmpty : [])])];
}

/**
 * Pages that owners can close, by name: the database function that returns whether it is open, and the table that it
 * reads. A closed page is in no footer, sitemap or invitation.
 */
export const closablePages = {
  book: { isOpen: 'booking_is_open', table: 'booking_settings' },
} as const;

/** `openPages`: the names of the closable pages that are open, and of lists that are not hidden (`Agency`). */
export function isPageOpen(name: string, openPages: readonly string[]): boolean {
  const isAlwaysOpen = !Object.hasOwn(closablePages, name) && !listsHiddenWhenEmpty.includes(name);
  return isAlwaysOpen || openPages.includes(name);
}
