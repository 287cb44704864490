import { useQuery } from '@tanstack/react-query';
import { Link, useRouteLoaderData } from 'react-router';
import { browserClient } from '../../../data/browser-client.ts';
import { inboxTexts } from '../inbox-texts.ts';
import { leadsKey } from '../leads-key.ts';

const most = 100;

async function countWaiting(): Promise<number> {
  const { data } = await browserClient()
    .from('received_mails')
    .select('id')
    .eq('state', 'triage')
    .limit(most)
    .throwOnError();
  return data.length;
}

/** To the mails that belong to no thread; nothing where none comes in, so that the inbox asks nothing for it. */
export function TriageLink() {
  const backend = useRouteLoaderData<{ receivesMail: boolean }>('dashboard');
  const isOn = backend?.receivesMail === true;
  const { data: count = 0 } = useQuery({
    enabled: isOn,
    queryKey: [...leadsKey, 'received-mails', 'count'],
    queryFn: countWaiting,
    refetchInterval: 30_000,
  });
  if (!isOn) return null;
  return (
    <Link className="link" to="/dashboard/messages/triage">
      {inboxTexts.triage(count, count === most)}
    </Link>
  );
}
