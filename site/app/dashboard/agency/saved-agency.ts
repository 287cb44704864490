// Reads or saves the agency's details.
import { useQuery } from '@tanstack/react-query';
import { logoBackgrounds, type LogoBackground } from '../../agency/agency-logo.ts';
import type { AgencyRecord } from '../../agency/agency-fields.ts';
import { browserClient } from '../../data/browser-client.ts';
import type { Json } from '../../data/database-types.ts';
import { errorMessage } from '../../ui/error-message.ts';
import { agencyScreenTexts } from './agency-screen-texts.ts';
import {
  agencySettingsQueryName,
  agencyPresetVersion,
  readNewestAgencyVersion,
  agencyVersionOf,
  readAgencyAuthor,
  type AgencyVersion,
} from './versions.tsx';
import type { SavedPartner } from './partners-section.tsx';

/** Everything that the screen edits, as stored. */
export interface SavedAgency {
  version: AgencyVersion;
  partners: readonly SavedPartner[];
}

async function readPartners(): Promise<SavedPartner[]> {
  const query = browserClient().from('partners').select('name, logo_url, logo_ground');
  const { data } = await query.order('sort_order').order('name').limit(1000).throwOnError();
  return data.map(({ name, logo_url: logo, logo_ground: ground }) => ({
    name,
    logo,
    ground: logoBackgrounds.find((known): known is LogoBackground => known === ground) ?? 'any',
  }));
}

async function readSavedAgency(): Promise<SavedAgency> {
  const [version, partners] = await Promise.all([readNewestAgencyVersion(), readPartners()]);
  return { version, partners };
}

/** Read only once, because it must not change while it is being edited. */
export function useSavedAgency() {
  return useQuery({
    queryKey: [agencySettingsQueryName, 'newest'],
    queryFn: readSavedAgency,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  });
}

export interface AgencySaveRequest {
  /** the version on which the changes are based */
  base: SavedAgency;
  /** a new version; null keeps the details unchanged */
  record: AgencyRecord | null;
  restoredFrom?: number | null;
  /** null keeps them unchanged */
  partners: readonly SavedPartner[] | null;
}

/** `by`: the name of the person who saved `elsewhere`; null if only the partners changed, which have no author. */
export type AgencySaveOutcome = { saved: SavedAgency } | { elsewhere: SavedAgency; by: string | null };

const asJson = (value: unknown): Json => value as Json;

/** Saves both or neither; rejects if another owner has saved since. */
export async function saveAgency({
  base,
  record,
  restoredFrom,
  partners,
}: AgencySaveRequest): Promise<AgencySaveOutcome> {
  const settings = record && { ...record, basedOn: base.version.id, restoredFrom: restoredFrom ?? null };
  const strip = partners && { list: partners, basedOn: base.partners };
  const call = browserClient().rpc('save_agency', { settings: asJson(settings), partners: asJson(strip) });
  const { data, error } = await call;
  if (error?.code === 'PT409') {
    const elsewhere = await readSavedAgency();
    const { id } = elsewhere.version;
    return { elsewhere, by: id === null || id === base.version.id ? null : await readAgencyAuthor(id) };
  }
  if (error) throw new Error(errorMessage(error, { 42501: agencyScreenTexts.denied }));
  const [newest] = data;
  return {
    saved: {
      version: newest ? agencyVersionOf(newest) : agencyPresetVersion,
      partners: partners ?? base.partners,
    },
  };
}
