import { emptyAgencyRecord } from '../../site/app/agency/agency-fields.ts';
import { toServerAgency } from '../../site/app/agency/agency.ts';
import { describe, expect, test } from '../fixture.ts';
import { signUpAccount } from '../../e2e/product/accounts.ts';

const { agency } = toServerAgency(emptyAgencyRecord);

const stamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

describe('the entities of section 3, read with the real client', () => {
  test('P-146 P-147 P-148 P-149 P-156 records that anyone may read have every field and their relations', async ({
    product,
  }) => {
    const visitor = product.visitor();
    const services = await visitor.from('services').select('*, categories(name)').eq('is_published', true);
    expect(services.error).toBeNull();
    expect(services.data?.[0]).toMatchObject({
      id: expect.any(String),
      name: expect.any(String),
      slug: expect.any(String),
      short_pitch: expect.any(String),
      description: expect.any(String),
      feature_chips: expect.arrayContaining([expect.any(String)]),
      pricing_json: expect.arrayContaining([{ name: expect.any(String), price: expect.any(Number) }]),
      is_published: true,
      created_at: stamp,
      categories: { name: expect.any(String) },
    });
    expect(Object.keys(services.data?.[0] ?? {})).toContain('hero_image_url');
    const apps = await visitor.from('apps').select('*').eq('slug', 'ringcheck').single();
    expect(apps.data).toMatchObject({
      category: 'Accessibility',
      platforms: ['Web', 'Chrome'],
      logo_url: expect.any(String),
      demo_url: expect.any(String),
      is_published: true,
    });
    const plates = await visitor
      .from('app_media')
      .select('*, apps(name, slug)')
      .eq('app_id', apps.data?.id ?? '')
      .order('sort_order');
    expect(plates.data?.[0]).toMatchObject({
      kind: 'screenshot',
      url: expect.any(String),
      alt: expect.any(String),
      sort_order: expect.any(Number),
      created_at: stamp,
      apps: { name: 'Ringcheck', slug: 'ringcheck' },
    });
    const posts = await visitor
      .from('posts')
      .select('id, slug, title, excerpt, cover_url, is_published, published_at')
      .limit(1)
      .single();
    expect(posts.data).toMatchObject({
      slug: expect.any(String),
      title: expect.any(String),
      is_published: true,
      published_at: stamp,
    });
    const categories = await visitor.from('categories').select('id, name').order('name');
    expect(categories.data?.map(({ name }) => name)).toEqual([
      'Accessibility',
      'Email',
      'Reputation',
      'Search',
      'Websites',
    ]);
  });

  test('P-148 P-150 P-151 staff read service media, leads with their service, threads and their own profile in the specified shapes', async ({
    product,
  }) => {
    const { client, session, email } = await signUpAccount(product, 'Noor Haddad');
    const media = await client
      .from('media')
      .select('id, kind, url, alt, created_at, services(name, slug)')
      .limit(1)
      .single();
    expect(media.data).toMatchObject({
      kind: expect.any(String),
      created_at: stamp,
      services: { name: expect.any(String), slug: expect.any(String) },
    });
    const lead = await client
      .from('leads')
      .select(
        'id, name, email, company, phone, message, service_id, status, created_at, reply_count, last_reply_at, stripe_customer_id, stripe_synced_at, services(name)',
      )
      .eq('name', 'Dale Okafor')
      .single();
    expect(lead.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Dale Okafor',
      email: expect.stringContaining('@'),
      company: 'Bannock & Brine Foods',
      phone: '555-0163',
      message: expect.any(String),
      created_at: stamp,
      status: 'qualified',
      reply_count: expect.any(Number),
      last_reply_at: stamp,
      stripe_customer_id: expect.any(String),
      stripe_synced_at: stamp,
      service_id: expect.any(String),
      services: { name: 'Email Marketing' },
    });
    const messages = await client
      .from('lead_messages')
      .select('id, lead_id, message, sender_type, created_at')
      .order('created_at')
      .limit(1)
      .single();
    expect(messages.data).toMatchObject({
      lead_id: expect.any(String),
      message: expect.any(String),
      sender_type: expect.any(String),
      created_at: stamp,
    });
    const profile = await client
      .from('profiles')
      .select('id, full_name, email, updated_at')
      .eq('id', session.user.id)
      .maybeSingle();
    expect(profile.data).toMatchObject({
      id: session.user.id,
      full_name: 'Noor Haddad',
      email,
      updated_at: stamp,
    });
  });

  test('P-145 a sign-in without an email and a phone returns an error of the client that names what is missing', async ({
    product,
  }) => {
    const { auth } = product.visitor();
    const nothing = { password: 'a long enough phrase' } as unknown as { email: string; password: string };
    const pair = 'You must provide either an email or phone number and a password';
    expect((await auth.signUp(nothing)).error?.message).toBe(pair);
    expect((await auth.signInWithPassword(nothing)).error?.message).toBe(pair);
    const code = await auth.signInWithOtp({} as unknown as { email: string });
    expect(code.error?.message).toBe('You must provide either an email or phone number.');
  });
});

test('P-21 every route of the specification answers', async ({ product }) => {
  const paths = [
    '/',
    '/services',
    '/services/winning-websites',
    '/apps',
    '/apps/leadline',
    '/resources',
    '/contact',
    '/privacy',
    '/terms',
    '/auth',
  ];
  const { data: post } = await product.visitor().from('posts').select('slug').limit(1).single();
  const dashboard = ['', '/services', '/messages', '/categories', '/media', '/settings'].map(
    (path) => `/dashboard${path}`,
  );
  for (const path of [...paths, `/resources/${post?.slug}`, ...dashboard]) {
    expect([path, (await fetch(product.url + path)).status]).toEqual([path, 200]);
  }
});

test('G-19 phone, email and hours are defined once and are on the pages', async ({ product }) => {
  const contact = await (await fetch(`${product.url}/contact`)).text();
  expect(agency.phone).toBe('1-800-555-0199');
  for (const text of [agency.phone, agency.email, 'Monday - Friday: 9:00 AM - 5:00 PM EST'])
    expect(contact).toContain(text);
});

test('G-5 in local mode an account is confirmed and signed in at once', async ({ product }) => {
  const { session } = await signUpAccount(product);
  expect(session.user.email_confirmed_at).toEqual(stamp);
  expect(session).toMatchObject({
    token_type: 'bearer',
    expires_in: 3600,
    access_token: expect.any(String),
    refresh_token: expect.any(String),
  });
});
