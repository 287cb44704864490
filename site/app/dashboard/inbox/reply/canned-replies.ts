// Reads or saves canned replies; fills in the placeholders of their text.
import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { cannedTexts } from './canned-texts.ts';
import { cannedReplyPlaceholderPattern } from './send-reply.ts';

export const cannedRepliesQueryName = 'canned-replies';

async function readCannedReplies() {
  const { data } = await browserClient()
    .from('canned_replies')
    .select('id, name, body')
    .order('name')
    .throwOnError();
  return data;
}

export type CannedReply = Awaited<ReturnType<typeof readCannedReplies>>[number];

/** Reads all of them; the database limits them to 200. */
export function useCannedReplies() {
  return useQuery({ queryKey: [cannedRepliesQueryName], queryFn: readCannedReplies });
}

/** Without an id it creates a new one. */
export async function saveCannedReply({
  id,
  name,
  body,
}: Omit<CannedReply, 'id'> & { id?: string }): Promise<void> {
  const table = browserClient().from('canned_replies');
  if (id === undefined) await table.insert({ name, body }).throwOnError();
  else await table.update({ name, body }).eq('id', id).throwOnError();
}

const t = cannedTexts.fields;

/** The values for the placeholders of a canned reply; null if unknown. */
interface PlaceholderValues {
  firstName: string | null;
  service: string | null;
  myName: string | null;
  agency: string | null;
}

const placeholderKeys = ['firstName', 'service', 'myName', 'agency'] as const;

/** The placeholders as colleagues write them in a canned reply: "{{first name}}". */
export const cannedReplyPlaceholders = placeholderKeys.map((key) => `{{${t[key]}}}`);

/** "{{First Name }}" as "first name". */
function plainName(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Fills in known values. A placeholder without a value, or with an unknown name, stays unchanged. */
export function fillCannedReplyPlaceholders(body: string, values: PlaceholderValues): string {
  return body.replaceAll(cannedReplyPlaceholderPattern, (written, name: string) => {
    const key = placeholderKeys.find((one) => t[one] === plainName(name));
    return (key && values[key]?.trim()) || written;
  });
}

/** "Jean-Sébastien" for "Jean-Sébastien Bouchard". */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? '';
}
