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

/** null: nothing is erased by itself. */
export type Months = number | null;

export function useRetention() {
  return useQuery({
    queryKey: [privacyKey, 'retention'],
    queryFn: async (): Promise<{ months: Months; log: Awaited<ReturnType<typeof readLog>> }> => {
      const [{ data }, log] = await Promise.all([
        browserClient().rpc('retention_months').throwOnError(),
        readLog(),
      ]);
      return { months: data as Months, log };
    },
  });
}

async function readLog() {
  const { data } = await browserClient().rpc('retention_log').throwOnError();
  return data;
}

export function usePreview(months: Months) {
  return useQuery({
    queryKey: [privacyKey, 'preview', months],
    queryFn: async () => {
      const { data } = await browserClient()
        .rpc('preview_retention', { months: months as number })
        .throwOnError();
      return data as unknown as RetentionPreview;
    },
  });
}

export async function setRetention(months: Months): Promise<void> {
  await browserClient()
    .rpc('set_retention_months', { months: months as number })
    .throwOnError();
}
