import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { leadsKey } from '../leads-key.ts';

export const receivedMailsKey = [...leadsKey, 'received-mails'];

export const mailColumns =
  'id, created_at:received_at, state, reason, lead_id, message_id, is_other_address, sender_check, from_address, from_name, subject, body, folds, is_cut, size_bytes, target_at, received_files(part, name, media_type, size_bytes, refused)';

const mostOfLead = 500;

async function readMailsOfLead(leadId: string) {
  const { data } = await browserClient()
    .from('received_mails')
    .select(mailColumns)
    .eq('lead_id', leadId)
    .order('received_at')
    .limit(mostOfLead)
    .throwOnError();
  return data;
}

export type ReceivedMail = Awaited<ReturnType<typeof readMailsOfLead>>[number];

/** Others are left in their mailbox and listed. */
export function isKept({ reason }: ReceivedMail): boolean {
  return reason !== 'too-large' && reason !== 'over-limit';
}

/** Of one thread, oldest first; `messages` is how many it has: one more is a reason to read again. */
export function useMailsOfLead(leadId: string, messages: number) {
  return useQuery({
    queryKey: [...receivedMailsKey, leadId, messages],
    queryFn: () => readMailsOfLead(leadId),
    placeholderData: (before) => before,
  });
}

export async function joinMail({ mail, lead }: { mail: string; lead: string | null }): Promise<void> {
  if (lead === null) await browserClient().rpc('return_mail_to_triage', { mail }).throwOnError();
  else await browserClient().rpc('join_received_mail', { mail, lead }).throwOnError();
}
