// The notice above the reply form that mail to the lead's address bounced, with a button to clear it.
import { callDatabaseFunction } from '../../../data/call-database-function.ts';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { defineTexts } from '../../../texts/define-texts.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { leadsQueryKey } from '../leads-cache.ts';
import type { Lead } from '../read-leads-page.ts';
import { inboxTexts } from '../inbox-texts.ts';

const t = defineTexts({
  warning: 'Email to this address bounced. Check the address, or call.',
  works: (name: string) => `Remove this warning<spoken> (${name})</spoken>`,
  cleared: 'Bounce warning removed',
});

/**
 * Shown above the reply, for every lead with that address. Its button is removed too, so `onCleared` moves the focus.
 */
export default function BouncedNotice({ lead, onCleared }: { lead: Lead; onCleared: () => void }) {
  const clear = useWriteMutation(
    (lead: string) => callDatabaseFunction('clear_bounced_address', { lead }),
    leadsQueryKey,
    {
      waits: true,
      form: `bounced-${lead.id}`,
      about: inboxTexts.toastFor(lead.name),
      done: t.cleared,
      onSuccess: onCleared,
    },
  );
  return (
    <div className="cluster gap-4-12 mt-6 small">
      <p>{t.warning}</p>
      <Button busy={clear.isPending} onClick={() => clear.mutate(lead.id)} variant="ghost">
        <RichText text={t.works(lead.name)} />
      </Button>
    </div>
  );
}
