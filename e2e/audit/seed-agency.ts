import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Product } from '../product/product.ts';
import { makeLead } from '../product/make-lead.ts';
import { runSql } from '../product/run-sql.ts';
import { auditedAccount } from './audited-accounts.ts';
import { daysAgo, receiveMail, seedLeads, unbroken } from './seed-leads.ts';

/** An agency in use: rows for every list of the dashboard, written by an owner, a colleague, visitors and the server. */
export async function seedAgency(product: Product): Promise<void> {
  await seedTeam(product);
  await seedLeads(product);
  await seedContent(product);
  await seedAgencyVersions(product);
  await seedReports(product);
  await seedPrivacy(product);
  await seedBookings(product);
}

async function seedTeam(product: Product): Promise<void> {
  await auditedAccount(product, 'newcomer');
  const colleague = await auditedAccount(product, 'colleague');
  const { data } = await product.admin.auth.admin.inviteUserByEmail('ines@fairlead.example', {
    data: { full_name: 'Inès Gagné' },
  });
  if (!data.user) throw new Error('nobody was invited');
  await product.admin.from('staff').insert({ user_id: data.user.id, role: 'agent' }).throwOnError();
  await product.visitor().auth.resetPasswordForEmail(colleague.email);
}

const unusedImage = {
  id: '11a90000-0000-4000-8000-000000000001',
  file: '800x600.webp',
  name: 'a-rather-long-name-of-a-file-from-a-camera-20261120.jpg',
  alt: null as string | null,
};

const usedImage = { ...unusedImage, id: '11a90000-0000-4000-8000-000000000002', alt: 'The team in May' };

/** Images, one of them in the trash; versions of a service, deleted records, redirects, missed paths, partners. */
async function seedContent(product: Product): Promise<void> {
  const { admin } = product;
  const { client } = await auditedAccount(product, 'owner');
  const audit = () => client.from('services');
  const { data: service } = await audit()
    .select('id, short_pitch')
    .eq('slug', 'accessibility-audit')
    .single()
    .throwOnError();
  for (const short_pitch of ['Words that it had before.', service.short_pitch])
    await audit().update({ short_pitch }).eq('id', service.id).throwOnError();
  const deleted = { name: 'Review Generation & Reputation', slug: 'reviews-of-before' };
  await audit().insert(deleted).throwOnError();
  await audit().delete().eq('slug', deleted.slug).throwOnError();
  const body = `![](/storage/v1/object/public/pictures/${usedImage.id}/${usedImage.file})`;
  await admin.from('images').insert([unusedImage, usedImage]).throwOnError();
  const post = { title: 'A post with no author', slug: 'no-author', body };
  await admin.from('posts').insert(post).throwOnError();
  await admin.from('posts').delete().eq('slug', post.slug).throwOnError();
  // names someone whose data an owner deletes (privacy-states.ts)
  const named = { title: 'A form that works', slug: 'a-form-that-works', body: 'Write to gone@roy.example.' };
  await client
    .from('posts')
    .insert({ ...named, is_published: true })
    .throwOnError();
  await admin
    .from('redirects')
    .insert({
      from_path: '/our-services-since-1999-with-a-rather-long-address.html',
      target: 'https://other.example/a/long/path/of/another/site?with=a&query=of-its-own',
      status: 302,
    })
    .throwOnError();
  const paths = { '/old-page': 1204, '/blog/2019/05/a-long-address-of-a-post-that-is-gone': 1 };
  await admin.rpc('record_missed_paths', { paths }).throwOnError();
  const partner = { name: 'A rather long name of a partner, Ltd.', logo_ground: 'light' };
  const logo_url = '/samples/480/harbour-reviews.webp';
  await admin
    .from('partners')
    .insert({ ...partner, logo_url })
    .throwOnError();
}

/** Two versions of the agency's details, the newer one restored from the older one. */
async function seedAgencyVersions(product: Product): Promise<void> {
  const { client } = await auditedAccount(product, 'owner');
  const save = async (row: object) =>
    (await client.from('agency_settings').insert(row).select('id').single().throwOnError()).data.id;
  const first = await save({ facts: { phone: '416-555-0101' } });
  const texts = { 'en-CA': { tagline: '{{name}} since 2001' } };
  await save({ facts: { phone: '416-555-0102' }, texts, based_on: first, restored_from: first });
}

/** Reports of barriers: one new with a name, one answered and anonymous. */
async function seedReports(product: Product): Promise<void> {
  const open = {
    created_at: daysAgo(9),
    message: `The menu closes before I can choose a link.\n${unbroken}`,
    page: '/services',
    name: 'Ana Roy',
    reply_to: 'ana@roy.example',
    response: null,
    responded_at: null,
  };
  const answered = {
    created_at: daysAgo(17),
    message: 'The captions are late.',
    page: null,
    name: null,
    reply_to: null,
    response: 'Fixed: they come in time now.',
    responded_at: daysAgo(15),
  };
  await product.admin.from('accessibility_feedback').insert([open, answered]).throwOnError();
}

/** The two registers, and what the search for Ana Roy finds besides her leads. */
async function seedPrivacy(product: Product): Promise<void> {
  const { admin } = product;
  await admin
    .from('privacy_requests')
    .insert([
      {
        kind: 'erase',
        contact: 'maximilienne.de-la-tour-d-auvergne@a-rather-long-domain.example',
        received_on: '2026-10-01',
        note: 'By phone. She wants to know when it is done.',
        done_on: null,
        response: null,
      },
      {
        kind: 'access',
        contact: 'ana@roy.example',
        received_on: '2026-09-01',
        note: null,
        done_on: '2026-09-04',
        response: 'Sent the page by email.',
      },
    ])
    .throwOnError();
  await admin
    .from('privacy_incidents')
    .insert({
      noticed_on: '2026-09-01',
      what: 'A laptop was left on a train and came back the next day.',
      whose: 'Names and emails of 40 leads',
      is_serious: true,
      risk: 'Its disk was encrypted, but it was unlocked for an hour.',
      told: 'The 40 people, by email, and the Privacy Commissioner',
      told_on: '2026-09-02',
    })
    .throwOnError();
  for (let n = 0; n < 6; n += 1)
    await receiveMail(product, {
      from_address: 'ana@roy.example',
      subject: n === 1 ? '' : 'Re: Our booking form',
    });
  // one lead that retention deletes, so that its log has a day
  await makeLead(product, { name: 'Old Lead', email: 'old@roy.example', created_at: daysAgo(1_000) });
  await admin.rpc('apply_retention').throwOnError();
}

/** Calls in every state and a blocked time, in the week of /dashboard/bookings?week=2026-11-24. */
async function seedBookings(product: Product): Promise<void> {
  const { admin } = product;
  const lead = await makeLead(product, {
    name: 'Bo Lind',
    email: 'bo@lind.example',
    phone: '416-555-0143',
    company: 'Lind & Daughters',
    message: 'About our shop',
    created_at: daysAgo(12),
  });
  const call = (state: string, day: string, hour: number) => ({
    lead_id: lead.id,
    state,
    visitor_zone: 'America/Regina',
    starts_at: `${day}T${hour}:00:00Z`,
    ends_at: `${day}T${hour}:30:00Z`,
    held_until: `${day}T${hour}:45:00Z`,
  });
  await admin
    .from('bookings')
    .insert([
      call('booked', '2026-11-24', 15),
      call('booked', '2099-11-24', 15),
      call('cancelled', '2026-11-26', 15),
      call('done', '2026-11-24', 17),
      call('missed', '2026-11-25', 15),
    ])
    .throwOnError();
  const fair = {
    starts_at: '2026-11-25T14:00:00Z',
    ends_at: '2026-11-26T22:00:00Z',
    reason: 'Trade fair',
  };
  await admin.from('booking_blocks').insert(fair).throwOnError();
}

/** What lists of the dashboard show; leads and records take with them what belongs to them. */
const listed = `
  public.services, public.apps, public.posts, public.case_studies, public.categories, public.media, public.app_media,
  public.deleted_content, public.redirects, public.missed_paths, public.leads, public.quarantined_leads,
  public.received_mails, public.accessibility_feedback, public.privacy_requests, public.privacy_incidents,
  public.audit_log, private.retention_log`;

/** An agency without any record. Triggers are off, because no one may empty the audit log. */
export async function emptyAgency(product: Product): Promise<void> {
  await runSql(
    product,
    `set session_replication_role = replica;
    truncate ${listed} cascade;
    update public.settings set sign_up_mode = 'open', require_second_factor = false`,
  );
  await rm(join(product.dataDir, 'mail'), { recursive: true, force: true });
}

/** After an upgrade: nothing is deleted until an owner has decided for how long leads are kept. */
export async function askForRetention({ admin }: Product): Promise<void> {
  await admin.from('settings').update({ retention_waits: true }).eq('id', true).throwOnError();
}

/** Accounts need the approval of an owner and a second factor. */
export async function requireApproval({ admin }: Product): Promise<void> {
  const rules = { sign_up_mode: 'approval', require_second_factor: true, retention_waits: false };
  await admin.from('settings').update(rules).eq('id', true).throwOnError();
}
