import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast, toastError, toastSuccess } from '../../../ui/toast.tsx';
import type { LeadFilter } from '../lead-filter.ts';
import { inboxTexts } from '../inbox-texts.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { errorMessage } from '../../../ui/error-message.ts';

const t = inboxTexts.export;
const form = 'export';

/** "leads-qualified-2026-11-20.csv" */
function fileName({ term, status }: LeadFilter): string {
  const day = new Intl.DateTimeFormat('en-CA').format(new Date());
  return ['leads', ...(status ? [status] : []), ...(term ? ['search'] : []), day].join('-') + '.csv';
}

/** Why an export was aborted. */
type Reason = 'cancelled' | 'left';

/** One export at a time; `done` is how many leads it has so far, null without one. */
export function useLeadExport() {
  const queries = useQueryClient();
  const [done, setDone] = useState<number | null>(null);
  const current = useRef<AbortController>(undefined);

  useEffect(() => () => current.current?.abort('left' satisfies Reason), []);

  async function start(filter: LeadFilter): Promise<void> {
    let leads = 0;
    const { signal } = (current.current = new AbortController());
    setDone(0);
    try {
      const { exportLeads } = await import('./export-leads.ts');
      const file = await exportLeads(queries, filter, signal, (count) => {
        leads = count;
        setDone(count);
      });
      saveFile(file, fileName(filter));
      toastSuccess({ title: t.done(leads, fileName(filter)), form });
    } catch (error) {
      if (!signal.aborted) toastError({ title: t.failedTitle, description: errorMessage(error), form });
      else if ((signal.reason as Reason) === 'left') toast({ title: t.leftTitle, description: t.left });
    } finally {
      current.current = undefined;
      setDone(null);
    }
  }

  function cancel(): void {
    current.current?.abort('cancelled' satisfies Reason);
  }

  return { done, start, cancel };
}
