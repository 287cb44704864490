import type { SeededRandom } from './random.ts';
import { createDrillClient, type DrillClient } from './visitors.ts';
import { drillKeys } from '../outage/start-killable.ts';

export interface Colleague {
  name: string;
  email: string;
  role: 'owner' | 'agent';
  /** Days of the month on which they are away. */
  away: readonly number[];
  /** Replies in half an hour. */
  pace: number;
}

export const colleagues: readonly Colleague[] = [
  { name: 'Ines', email: 'ines@agency.example', role: 'owner', away: [5, 6, 7], pace: 1 },
  { name: 'Hugo', email: 'hugo@agency.example', role: 'agent', away: [6, 14, 15, 16], pace: 2 },
  { name: 'Mona', email: 'mona@agency.example', role: 'agent', away: [6, 20, 21], pace: 2 },
];
const password = 'a long enough phrase';

export async function createColleagueAccounts(port: number): Promise<void> {
  const admin = createDrillClient(port, drillKeys.SECRET_KEY);
  for (const { email, name, role } of colleagues) {
    const { data, error } = await admin.auth.admin.createUser({
      email,
      password,
      email_confirm: true,
      user_metadata: { full_name: name },
    });
    if (error) throw error;
    await admin.rpc('give_role', { account: data.user.id, wanted: role }).throwOnError();
  }
}

/** Half an hour of one colleague: restores quarantined leads, replies to those waiting longest, changes statuses. */
export async function workHalfAnHour(
  port: number,
  colleague: Colleague,
  random: SeededRandom,
  say: (lead: string) => string,
): Promise<void> {
  const client = createDrillClient(port, drillKeys.PUBLISHABLE_KEY, 60_000);
  const { data, error } = await client.auth.signInWithPassword({ email: colleague.email, password });
  if (error) throw error;
  await restoreQuarantined(client);
  const { data: waiting } = await client
    .from('leads_needing_reply')
    .select('lead_id, leads (status, assignee_id)')
    .order('since')
    .limit(20)
    .throwOnError();
  const mine = waiting.filter(
    ({ leads }) => leads.assignee_id === null || leads.assignee_id === data.user.id || random.chance(0.2),
  );
  for (const { lead_id: lead, leads } of mine.slice(0, colleague.pace)) {
    if (leads.assignee_id === null && random.chance(0.5))
      await client.from('leads').update({ assignee_id: data.user.id }).eq('id', lead).throwOnError();
    await reply(client, lead, say(lead), random.chance(0.1) ? 'qualified' : 'in_conversation');
  }
}

/** The three calls of the inbox. */
async function reply(client: DrillClient, lead: string, message: string, status: string): Promise<void> {
  await client.from('lead_messages').insert({ lead_id: lead, message, sender_type: 'admin' }).throwOnError();
  const { data } = await client.from('leads').select('reply_count').eq('id', lead).single().throwOnError();
  await client
    .from('leads')
    .update({ last_reply_at: new Date().toISOString(), reply_count: data.reply_count + 1, status })
    .eq('id', lead)
    .throwOnError();
}

async function restoreQuarantined(client: DrillClient): Promise<void> {
  const { data } = await client.from('quarantined_leads').select('id').limit(20).throwOnError();
  for (const { id } of data) await client.rpc('restore_quarantined_lead', { lead_id: id }).throwOnError();
}
