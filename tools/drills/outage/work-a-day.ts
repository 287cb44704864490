import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../../site/app/data/database-types.ts';
import { requestThroughProxy } from '../proxy/request-through-proxy.ts';
import { drillKeys } from './start-killable.ts';

type Client = SupabaseClient<Database>;

/** Headers that a proxy adds for one visitor. */
export const proxyHeaders = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' };
const account = { email: 'ana@agency.example', password: 'a long enough phrase' };

/** 40 leads, 20 replies, 20 uploads that no row refers to, 10 sign-ins, pages, a socket. */
export async function simulateDay(port: number, day: number): Promise<void> {
  const admin = connect(port, drillKeys.SECRET_KEY);
  if (day === 0) {
    const { data, error } = await admin.auth.admin.createUser({ ...account, email_confirm: true });
    if (error) throw error;
    await admin.rpc('give_role', { account: data.user.id, wanted: 'owner' }).throwOnError();
  }
  const staff = connect(port, drillKeys.PUBLISHABLE_KEY);
  for (let count = 0; count < 10; count += 1) await must(staff.auth.signInWithPassword(account));
  for (let count = 0; count < 40; count += 1) {
    const lead = {
      name: `Day ${day}`,
      email: `client-${day}-${count}@example.com`,
      message: `Lead ${count}`,
    };
    await admin.from('leads').insert(lead).throwOnError();
  }
  const { data: leads } = await staff
    .from('leads')
    .select('id')
    .eq('name', `Day ${day}`)
    .limit(20)
    .throwOnError();
  for (const { id } of leads)
    await staff
      .from('lead_messages')
      .insert({ lead_id: id, message: 'A reply', sender_type: 'admin' })
      .throwOnError();
  for (let count = 0; count < 20; count += 1) {
    const picture = new Blob([new Uint8Array(100_000).fill(count)], { type: 'image/png' });
    await must(admin.storage.from('incoming').upload(`soak/${day}-${count}`, picture));
  }
  for (const path of ['/', '/services', '/contact', '/auth'])
    await requestThroughProxy({ name: 'pages', port }, path, { headers: proxyHeaders });
  await new Promise<void>((resolve) => void staff.channel(`day-${day}`).subscribe(() => resolve()));
  await staff.removeAllChannels();
  await staff.realtime.disconnect();
}

function connect(port: number, key: string): Client {
  return createClient<Database>(`http://127.0.0.1:${port}`, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: proxyHeaders },
  });
}

async function must(call: PromiseLike<{ error: unknown }>): Promise<void> {
  const { error } = await call;
  if (error) throw error as Error;
}
