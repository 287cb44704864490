import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Response } from '@playwright/test';
import { emptyAgencyRecord } from '../../site/app/agency/agency-fields.ts';
import { toServerAgency } from '../../site/app/agency/agency.ts';
import { contentTables } from '../../site/app/content/content-types.ts';
import { productSettings } from '../../site/app/agency/product-settings.ts';
import { projectRoot } from '../../server/project-root.ts';
import type { Product } from '../product/product.ts';

const { agency } = toServerAgency(emptyAgencyRecord);

const tables = [
  ...contentTables,
  ...(['app_media', 'categories', 'media', 'partners', 'settings'] as const),
  ...(['lead_messages', 'leads', 'quarantined_leads', 'profiles', 'staff'] as const),
];

/** Documents that are translated as whole files; the last ones are the mails of the auth service. */
const documents = [
  'site/app/{agency,public}/legal/*.md',
  'docs/accessibility/screen-reader-results.md',
  'supabase/{config.toml,templates/*.html}',
  'backend/src/auth/messages/{enqueue-notice,mail-text,render-account-mail}.ts',
];

/** Digits, and the texts that Intl writes in dates, times and amounts. */
const formatted =
  /^(?:[\d\s.,:–-]|Jan(?:uary|\.)?|Feb(?:ruary|\.)?|Mar(?:ch|\.)?|Apr(?:il|\.)?|May|June?|July?|Aug(?:ust|\.)?|Sept?(?:ember|\.)?|Oct(?:ober|\.)?|Nov(?:ember|\.)?|Dec(?:ember|\.)?|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|[ap]\.m\.|AM|PM|E[DS]T|at|KB|MB|B)+$/;
/** Email and web addresses, paths of the site, and file names. */
const address = /^(?:\S+@\S*|https?:\S+|[\w.-]+\.[a-z]{2,}(?:\/\S*)?|\/\S*|\+?[\d() -]+)$/;

/** Keys and codes that were generated for one account. */
const secret = /^(?:[A-Z2-7]{4} ?){4,}$|^(?=.*\d)[\w-]{12,}$/;

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Texts that are content: of the database, of responses of other services, names and documents. */
export function collectKnownTexts() {
  const whole = new Set<string>();
  let all = ' ';

  /** Added as a whole, by lines, and by the parts between Markdown signs. */
  function add(text: string): void {
    for (const part of [text, ...text.split(/\{[^}]*\}|[\n|*_`[\]()#:;,•·/]+/)])
      whole.add(wordsOf(part).join(' '));
    all += `${wordsOf(text).join(' ')} `;
  }

  function addJson(value: unknown): void {
    if (typeof value === 'string') add(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(addJson);
  }

  async function addResponse(response: Response): Promise<void> {
    if (!response.ok() || !/\/(?:rest|auth|storage)\/v1\/|\/mail\/files/.test(response.url())) return;
    addJson(await response.json().catch(() => null));
  }

  /** A paragraph of a document with values inserted. */
  function isDocument(given: readonly string[]): boolean {
    const words = given.filter((word) => !/^\d+$/.test(word));
    const triples = words.slice(2).map((word, index) => ` ${words[index]} ${words[index + 1]} ${word} `);
    return words.length > 12 && triples.filter((one) => all.includes(one)).length > triples.length / 2;
  }

  // A name that is the same in every language.
  add(productSettings.billingTool);
  // What an owner may change is content, even while it has its presets.
  addJson(agency);
  for (const file of globSync(documents, { cwd: projectRoot })) {
    const text = readFileSync(join(projectRoot, file), 'utf8');
    const filled = text.replaceAll('${site}', agency.name).replaceAll('${validFor}', 'an hour');
    add(filled);
    for (const [quoted] of filled.matchAll(/'[^'\n]+'|"[^"\n]+"|`[^`\n]+`/g)) add(quoted);
  }
  return {
    async addDatabase(product: Product): Promise<void> {
      for (const table of tables) {
        const { data } = await product.admin.from(table).select('*').limit(1000).throwOnError();
        addJson(data);
      }
    },
    /** Adds what pages receive from the database's services, including mocked responses. */
    watch: (context: BrowserContext): unknown =>
      context.on('response', (response) => void addResponse(response)),
    // A few words could be part of any text, so they are known only as a whole part.
    has(text: string): boolean {
      if ([formatted, address, secret].some((form) => form.test(text)) || /^\p{Lu}{1,2}$/u.test(text))
        return true;
      const words = wordsOf(text);
      const joined = words.join(' ');
      if (whole.has(joined) || whole.has(words.filter((word) => !/^\d+$/.test(word)).join(' '))) return true;
      return words.length > 3 && (all.includes(` ${joined} `) || isDocument(words));
    },
  };
}
