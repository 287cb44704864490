import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../../site/app/data/database-types.ts';
import type { Product } from '../../../e2e/product/product.ts';

export const sampleAccount = { email: 'owner@agency.example', password: 'a phrase of the last release' };

/**
 * The content of an agency after some weeks: an owner, a colleague, leads with replies, a post, a picture, waiting
 * mail.
 */
export async function writeSampleWork(product: Product): Promise<void> {
  const owner = await signUp(product, sampleAccount.email, 'Ana Roy');
  const token = /#owner=([^\s&]+)/.exec(product.output())?.[1];
  if (token === undefined) throw new Error(`no owner link in:\n${product.output()}`);
  await owner.rpc('claim_ownership', { token }).throwOnError();
  const agent = await signUp(product, 'agent@agency.example', 'Maude Tremblay');
  for (let index = 0; index < 20; index += 1)
    await product
      .visitor()
      .from('leads')
      .insert({
        name: `Client ${index}`,
        email: `client-${index}@example.com`,
        message: `Nous avons ${index} pages à rendre accessibles.`,
      })
      .throwOnError();
  const { data: leads } = await owner.from('leads').select('id').like('name', 'Client %').throwOnError();
  for (const [index, { id }] of (leads ?? []).slice(0, 12).entries()) {
    const client = index % 2 === 0 ? owner : agent;
    await client
      .from('lead_messages')
      .insert({ lead_id: id, sender_type: 'admin', message: `Answer ${index}` })
      .throwOnError();
    if (index % 3 === 0)
      await client.from('leads').update({ status: 'contacted' }).eq('id', id).throwOnError();
  }
  const post = { title: 'A post of the last release', slug: 'last-release', body: 'It **stays**.' };
  await product.admin
    .from('posts')
    .insert({ ...post, is_published: true })
    .throwOnError();
  const stored = await product.admin.storage
    .from('pictures')
    .upload('last-release/480.webp', sampleBytes(), { contentType: 'image/webp' });
  if (stored.error) throw stored.error;
}

function sampleBytes(): Buffer {
  return Buffer.from(`RIFF....WEBP${'of the last release '.repeat(20)}`);
}

async function signUp(product: Product, email: string, name: string): Promise<SupabaseClient<Database>> {
  const client = createClient<Database>(product.url, product.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data, error } = await client.auth.signUp({
    email,
    password: sampleAccount.password,
    options: { data: { full_name: name } },
  });
  if (error || !data.session) throw new Error(`no session for ${email}: ${error?.message}`);
  return client;
}
