import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import { privacyKey } from './read-registers.ts';

/** As preview_retention() returns it; counts end at 1,001. */
export interface RetentionPreview {
  leads: number;
  clients: number;
  quarantined: number;
  first: { id: string; name: string; last_contact: string }[];
}

/** What waits for an owner's decision after an upgrade. */
export type UndecidedRetention = RetentionPreview & { months: number };

/** null: nothing is erased by itself. */
export type Months = number | null;

export function useRetention() {
  return useQuery({
    queryKey: [privacyKey, 'retention'],
    queryFn: async () => {
      const [{ data }, waiting, log] = await Promise.all([
        browserClient().rpc('retention_months').throwOnError(),
        readWaiting(),
        readLog(),
      ]);
      return { months: data as Months, waiting, log };
    },
  });
}

/** null once an owner has decided; only owners may ask. */
async function readWaiting(): Promise<UndecidedRetention | null> {
  const { data } = await browserClient().rpc('waiting_retention').throwOnError();
  return data as unknown as UndecidedRetention | null;
}

export function useWaitingRetention() {
  return useQuery({ queryKey: [privacyKey, 'waiting'], queryFn: readWaiting });
}

async function readLog() {
  const { data } = await browserClient().rpc('retention_log').throwOnError();
  return data;
}

export function usePreview(months: Months) {
  return useQuery({
    queryKey: [privacyKey, 'preview', months],
    queryFn: async () => {
      const { data } = await browserClient().rpc('preview_retention', { months }).throwOnError();
      return data as unknown as RetentionPreview;
    },
  });
}

export async function setRetention(months: Months): Promise<void> {
  await browserClient().rpc('set_retention_months', { months }).throwOnError();
}
