import { isCancelledError, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast, toastError, toastSuccess } from '../../../ui/toast.tsx';
import type { LeadFilter } from '../lead-filter.ts';
import { exportKey } from './export-key.ts';
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

async function cancelExport(queries: QueryClient): Promise<void> {
  await queries.cancelQueries({ queryKey: exportKey });
}

/** One export at a time; `done` is how many leads it has so far, null without one. */
export function useLeadExport() {
  const queries = useQueryClient();
  const [done, setDone] = useState<number | null>(null);
  const isCancelled = useRef(false);

  // Leaving the screen cancels it.
  useEffect(() => () => void cancelExport(queries), [queries]);

  async function start(filter: LeadFilter): Promise<void> {
    let leads = 0;
    isCancelled.current = false;
    setDone(0);
    try {
      const { exportLeads } = await import('./export-leads.ts');
      if (isCancelled.current) return;
      const file = await exportLeads(queries, filter, (count) => {
        leads = count;
        setDone(count);
      });
      saveFile(file, fileName(filter));
      toastSuccess({ title: t.done(leads, fileName(filter)), form });
    } catch (error) {
      if (isCancelledError(error)) {
        if (isCancelled.current) return;
        toast({ title: t.leftTitle, description: t.left });
        return;
      }
      const description = errorMessage(error);
      toastError({ title: t.failedTitle, description, form });
    } finally {
      setDone(null);
    }
  }

  function cancel(): void {
    isCancelled.current = true;
    void cancelExport(queries);
  }

  return { done, start, cancel };
}
