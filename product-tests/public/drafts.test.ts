import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { publicPaths } from '../../e2e/public/public-paths.ts';
import { makeOwner, type Account } from '../../e2e/product/accounts.ts';
import { copyPreparedData } from '../../e2e/product/copy-prepared-data.ts';
import { makeDataFolder, startProduct, type Product } from '../../e2e/product/product.ts';
import { contentTables, contentTypeOf, type ContentTableName } from '../../site/app/content/content-types.ts';
import { expect, onTestFinished, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const readText = (path: string) => readFileSync(new URL(path, root), 'utf8');
const tables = [...readText('site/app/data/database-types.ts').matchAll(/^ {6}(\w+): \{\n {8}Row:/gm)].map(
  ([, name = '']) => name,
);
const functions = (
  JSON.parse(readText('supabase/tests/callable-functions.json')) as { byAll: string[] }
).byAll.flatMap((name) => /^public\.(.+)$/.exec(name)?.[1] ?? []);

/** Values for arguments; a function without them is called without. */
const functionArguments: Record<string, object> = {
  find_redirect: { path: '/services/zyxdraft' },
  ...Object.fromEntries(
    [...contentTables, 'app_media'].map((name) => [`preview_${name}`, { token: 'zyxdraft' }]),
  ),
};

type Responses = Record<string, string>;

// The length is that of the compressed body, which is cut differently from time to time.
const ofOneResponse = new Set([
  'content-length',
  'date',
  'x-request-id',
  'age',
  'server-timing',
  'sb-request-id',
]);

/** Without the key that each copy of a form has. */
async function readResponse(url: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const headers = [...response.headers].filter(([name]) => !ofOneResponse.has(name));
  const body = Buffer.from(await response.arrayBuffer());
  const isText = /text|json|xml/.test(response.headers.get('content-type') ?? '');
  const text = body.toString(isText ? 'utf8' : 'base64');
  const [, key = ''] = /name="submission" value="([^"]+)"/.exec(text) ?? [];
  return JSON.stringify([response.status, headers, key === '' ? text : text.replaceAll(key, '')]);
}

/** All that a visitor can request: pages, files of pages, tables and functions. */
async function readAsVisitor({ url, publishableKey }: Product): Promise<Responses> {
  const found: Responses = {};
  const addresses = contentTables.map((table) => `${contentTypeOf(table).path}/zyxdraft`);
  const files = ['/sitemap.xml', '/resources/feed.xml', '/robots.txt'];
  for (const path of [...publicPaths, ...addresses, ...files]) {
    const response = await readResponse(url + path);
    found[path] = response;
    for (const [image] of response.matchAll(/\/share\/[^"'\\<>\s]+\.png[^"'\\<>\s]*/g))
      found[image] ??= await readResponse(url + image);
  }
  const headers = { apikey: publishableKey, 'content-type': 'application/json' };
  for (const table of tables)
    found[`table ${table}`] = await readResponse(`${url}/rest/v1/${table}?select=*&limit=1000`, { headers });
  for (const name of functions)
    found[`function ${name}`] = await readResponse(`${url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(functionArguments[name] ?? {}),
    });
  return found;
}

/** The names of the responses that differ, each with what is there instead. */
function differences(now: Responses, before: Responses): string[] {
  return Object.entries(now).flatMap(([name, text]) => {
    const former = before[name] ?? '';
    if (text === former) return [];
    const at = [...text].findIndex((letter, index) => letter !== former[index]);
    return [`${name}: ${former.slice(at - 80, at + 80)} → ${text.slice(at - 80, at + 80)}`];
  });
}

/** Loaded before the server, it stops the clock of its JavaScript: pages that show the time stay as they are. */
const stoppedClock = `const now = ${Date.now()};
  const Running = Date;
  globalThis.Date = class Date extends Running {
    constructor(...given) { super(...(given.length > 0 ? given : [now])); }
    static now() { return now; }
  };`;

async function startWithStoppedClock(): Promise<Product> {
  const folder = await makeDataFolder();
  await copyPreparedData(folder, (prepared) => startProduct({}, prepared));
  const preload = `data:text/javascript,${encodeURIComponent(stoppedClock)}`;
  const product = await startProduct({ NODE_OPTIONS: `--import=${preload}` }, folder);
  onTestFinished(async () => {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return product;
}

/** Changes no row, but empties the page cache as any write of content does. */
async function emptyPageCache(product: Product): Promise<void> {
  await product.admin.from('partners').update({ sort_order: 1 }).eq('sort_order', 1).throwOnError();
}

function draftColumns(table: ContentTableName): Record<string, unknown> {
  const { columns, longText } = contentTypeOf(table);
  return {
    slug: 'zyxdraft',
    [columns.name]: 'Zyxdraft name',
    [columns.text]: 'Zyxdraft pitch',
    [columns.pictureAlt]: 'Zyxdraft picture',
    [longText.column]: 'Zyxdraft text',
    published_at: '2020-01-01T12:00:00Z',
  };
}

interface Draft {
  kind: ContentTableName;
  record_id: string;
  draft: number;
}

async function saveDrafts({ client }: Account): Promise<Draft[]> {
  const drafts: Draft[] = [];
  for (const kind of contentTables) {
    const { data: record } = await client
      .from(kind)
      .select('id')
      .eq('is_published', true)
      .order('created_at')
      .limit(1)
      .single()
      .throwOnError();
    const { data: newest } = await client
      .from('content_versions')
      .select('version')
      .eq('kind', kind)
      .eq('record_id', record.id)
      .eq('state', 'saved')
      .order('version', { ascending: false })
      .limit(1)
      .single()
      .throwOnError();
    const given = { kind, record_id: record.id, columns: draftColumns(kind) as never, base: newest.version };
    const { data: draft } = await client.rpc('save_draft', given).throwOnError();
    drafts.push({ kind, record_id: record.id, draft });
  }
  return drafts;
}

test('B-550 saving, scheduling and discarding drafts of every type changes no page, file, table, function or message of visitors', async () => {
  const product = await startWithStoppedClock();
  const owner = await makeOwner(product);
  const messages: string[] = [];
  await owner.client.realtime.setAuth();
  const channel = owner.client.channel('inbox', { config: { private: true } });
  channel.on('postgres_changes', { event: '*', schema: 'public' }, ({ table }) => messages.push(table));
  await new Promise<void>((resolve) => {
    channel.subscribe((status) => {
      if (status === 'SUBSCRIBED') resolve();
    });
  });
  try {
    await emptyPageCache(product);
    await readAsVisitor(product);
    const before = await readAsVisitor(product);
    expect(tables.length).toBeGreaterThan(30);
    expect(Object.keys(before).filter((path) => path.startsWith('/share/')).length).toBeGreaterThan(5);
    expect(before['/resources/feed.xml']).toContain('<item>');

    const drafts = await saveDrafts(owner);
    for (const draft of drafts) {
      const due = { due_at: new Date(Date.now() + 86_400_000).toISOString(), zone: 'America/St_Johns' };
      await owner.client.rpc('schedule_draft', { ...draft, ...due }).throwOnError();
    }
    const cached = await readAsVisitor(product);
    expect(differences(cached, before)).toEqual([]);
    await emptyPageCache(product);
    const rendered = await readAsVisitor(product);
    expect(differences(rendered, before)).toEqual([]);
    expect(
      Object.values(rendered).filter((text) => /zyxdraft (name|pitch|text|picture)/i.test(text)),
    ).toEqual([]);
    for (const draft of drafts) await owner.client.rpc('discard_draft', draft).throwOnError();
    expect(differences(await readAsVisitor(product), before)).toEqual([]);

    const marker = { name: 'Marker', email: 'marker@fairlead.example', message: 'After the drafts' };
    const { data: lead } = await product.admin
      .from('leads')
      .insert(marker)
      .select('id')
      .single()
      .throwOnError();
    await expect.poll(() => messages.includes('leads')).toBe(true);
    expect(
      messages.filter((table) => /^(content_|services|apps|posts|case_studies|app_media)/.test(table)),
    ).toEqual([]);
    await product.admin.from('leads').delete().eq('id', lead.id).throwOnError();
  } finally {
    await owner.client.removeAllChannels();
  }
});
