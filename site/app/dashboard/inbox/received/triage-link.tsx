import { Link, useRouteLoaderData } from 'react-router';
import { mostCounted, useWorkCounts } from '../../screen/use-work-counts.ts';
import { inboxTexts } from '../inbox-texts.ts';

/** To the mails that belong to no thread: where some wait, and where mail comes in. */
export function TriageLink() {
  const backend = useRouteLoaderData<{ receivesMail: boolean }>('dashboard');
  const { data } = useWorkCounts();
  const count = data?.mails ?? 0;
  if (count === 0 && backend?.receivesMail !== true) return null;
  return (
    <Link className="link" to="/dashboard/messages/triage">
      {inboxTexts.triage(
        Math.min(count, mostCounted),
        count > mostCounted,
        Math.min(data?.late_mails ?? 0, mostCounted),
      )}
    </Link>
  );
}
