import { browserClient } from '../../../data/browser-client.ts';
import { useWrite } from '../../../data/use-write.ts';
import { leadsKey } from '../leads-key.ts';

/** That a lead's person asked not to be contacted: by the link in an email, or a colleague noted it. */
export interface OptOut {
  since: string;
  by_link: boolean;
}

const leadsPerCall = 1000;

/** Of these leads, by their ids. */
export async function readOptOuts(
  leadIds: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, OptOut>> {
  const optOuts = new Map<string, OptOut>();
  for (let from = 0; from < leadIds.length; from += leadsPerCall) {
    const query = browserClient().rpc('contact_opt_outs', {
      leads: leadIds.slice(from, from + leadsPerCall),
    });
    const { data } = await (signal ? query.abortSignal(signal) : query).throwOnError();
    for (const { lead_id, since, by_link } of data) optOuts.set(lead_id, { since, by_link });
  }
  return optOuts;
}

async function setRefused({ lead, refused }: { lead: string; refused: boolean }): Promise<void> {
  await browserClient().rpc('set_do_not_contact', { lead, refused }).throwOnError();
}

/** Every card of the same address follows. */
export function useSetRefused(onDone: (refused: boolean) => void, onFailed: (error: Error) => void) {
  return useWrite(setRefused, leadsKey, {
    waits: true,
    onSuccess: (_, { refused }) => onDone(refused),
    onError: onFailed,
  });
}
