// The saved versions of the agency's details: reads, lists or restores them.
import { useAgency } from '../../agency/use-agency.ts';
import { useState } from 'react';
import { RichText } from '../../texts/rich-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatVersionNames } from '../screen/format-version-names.ts';
import { Panel } from '../screen/panel.tsx';
import { QueryResult } from '../screen/query-result.tsx';
import { agencyScreenTexts } from './agency-screen-texts.ts';
import styles from './agency.module.css';
import {
  agencyFieldNames,
  agencyFields,
  emptyAgencyRecord,
  type AgencyFieldName,
  type AgencyRecord,
} from '../../agency/agency-fields.ts';
import { weekDayNames } from '../../agency/agency-field-definition.ts';
import { agencyFieldsDraftOf, type AgencyFieldsDraft } from './agency-fields-draft.ts';
import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import type { Json } from '../../data/database-types.ts';

const t = agencyScreenTexts.versions;
const pageSize = 10;

/** A saved version; without an id it contains the presets. */
export interface AgencyVersion extends AgencyRecord {
  id: number | null;
  savedAt: string | null;
}

interface AgencyVersionsProps {
  isBusy: boolean;
  onRestore: (version: AgencyVersion) => void;
}

/** Who saved what and when, newest first; each version can be restored. */
export function AgencyVersions({ isBusy, onRestore }: AgencyVersionsProps) {
  const { timeZone } = useAgency();
  const [most, setMost] = useState(pageSize);
  const versions = useAgencyVersions(most);
  return (
    <Panel aria-label={t.title} padded stacked>
      <QueryResult failedText={t.failed} loadingText={t.loading} query={versions}>
        {(all) => {
          if (all.length === 0) return <p>{t.none}</p>;
          const hasMore = all.length > most;
          const times = formatVersionNames(
            all.map(({ savedAt }) => savedAt),
            timeZone,
          );
          return (
            <>
              <p className="muted">{t.hint}</p>
              <ol>
                {all.slice(0, most).map((version, i) => (
                  <Version
                    before={all[i + 1] ?? agencyPresetVersion}
                    isBusy={isBusy}
                    isCurrent={i === 0}
                    key={version.id}
                    onRestore={onRestore}
                    time={times[i] ?? ''}
                    version={version}
                  />
                ))}
                {!hasMore && (
                  <li className="py-14 line-top">
                    <div className="spread">
                      <b>{t.presets}</b>
                      <Button
                        disabled={isBusy}
                        onClick={() => onRestore(agencyPresetVersion)}
                        variant="secondary"
                      >
                        <RichText text={t.restorePresets} />
                      </Button>
                    </div>
                  </li>
                )}
              </ol>
              {hasMore && (
                <Button onClick={() => setMost(most + pageSize)} variant="secondary">
                  {t.older}
                </Button>
              )}
            </>
          );
        }}
      </QueryResult>
    </Panel>
  );
}

interface ListedVersion extends AgencyVersion {
  id: number;
  savedAt: string;
  savedBy: string | null;
  isRestored: boolean;
}

interface VersionProps extends AgencyVersionsProps {
  version: ListedVersion;
  time: string;
  before: AgencyVersion;
  isCurrent: boolean;
}

function Version({ version, time, before, isCurrent, isBusy, onRestore }: VersionProps) {
  const changed = changedAgencyFields(before, version);
  const who = version.savedBy ?? t.unknown;
  return (
    <li className="py-14 line-top">
      <div className="spread">
        <p>
          <b>
            <time dateTime={version.savedAt}>{time}</time>
          </b>{' '}
          <span>{version.isRestored ? t.restoredBy(who) : t.by(who)}</span>
        </p>
        {isCurrent ? (
          <Badge variant="ok">{t.current}</Badge>
        ) : (
          <Button disabled={isBusy} onClick={() => onRestore(version)} variant="secondary">
            <RichText text={t.restore(time)} />
          </Button>
        )}
      </div>
      {changed.length === 0 ? (
        <p className="small muted">{t.nothing}</p>
      ) : (
        <details>
          <summary className={styles.summary}>
            {t.changed(changed.map(({ label }) => label).join(', '))}
          </summary>
          <dl className={styles.changes}>
            {changed.map(({ label, from, to }) => (
              <div key={label}>
                <dt className="font-semibold">{label}</dt>
                <dd>
                  <span className="small muted">{t.before}</span> <span>{from || t.empty}</span>
                </dd>
                <dd>
                  <span className="small muted">{t.after}</span> <span>{to || t.empty}</span>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </li>
  );
}

interface ChangedField {
  label: string;
  from: string;
  to: string;
}

/** Presets of the legal texts for the comparison: the program's own texts are long and the same in all versions. */
const noLegal = { privacy: '', terms: '' };

/** The fields that differ between two versions, in the order of the form. */
export function changedAgencyFields(before: AgencyRecord, after: AgencyRecord): ChangedField[] {
  const [old, now] = [agencyFieldsDraftOf(before, noLegal), agencyFieldsDraftOf(after, noLegal)];
  return agencyFieldNames
    .map((name) => ({
      label: agencyFieldLabel(name),
      from: describeAgencyField(name, old),
      to: describeAgencyField(name, now),
    }))
    .filter(({ from, to }) => from !== to);
}

export function describeAgencyField(name: AgencyFieldName, draft: AgencyFieldsDraft): string {
  if (name !== 'openingHours') return draft[name];
  const open = weekDayNames.filter((day) => draft.openingHours[day]?.[0]);
  return open.map((day) => `${agencyScreenTexts.days[day]} ${draft.openingHours[day]?.join('–')}`).join(', ');
}

/** The label of a field. Labels of figures occur in two sections, so theirs is preceded by section and legend. */
export function agencyFieldLabel(name: AgencyFieldName): string {
  const { label, figure, section } = agencyFields[name];
  if (figure === undefined) return label;
  return `${agencyScreenTexts.sections[section]}, ${agencyScreenTexts.figures(figure)}: ${label}`;
}

export const agencySettingsQueryName = 'agency_settings';

/** The id of the restored version if it contains the presets, which have no row. */
export const restoredFromPresetsId = 0;

export const agencyPresetVersion: AgencyVersion = { id: null, savedAt: null, ...emptyAgencyRecord };

interface StoredVersion {
  id: number;
  created_at: string;
  facts: Json;
  texts: Json;
}

/** The database has checked the content. */
export function agencyVersionOf({ id, created_at: savedAt, facts, texts }: StoredVersion) {
  return { id, savedAt, ...({ facts, texts } as unknown as AgencyRecord) };
}

export async function readNewestAgencyVersion(): Promise<AgencyVersion> {
  const { data } = await browserClient()
    .from('agency_settings')
    .select('id, created_at, facts, texts')
    .order('id', { ascending: false })
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data ? agencyVersionOf(data) : agencyPresetVersion;
}

/** The names of accounts by their ID. */
async function readAuthorNames(accounts: readonly (string | null)[]): Promise<Map<string, string>> {
  const ids = [...new Set(accounts.flatMap((id) => id ?? []))];
  const { data } = await browserClient()
    .from('profiles')
    .select('id, full_name')
    .in('id', ids)
    .throwOnError();
  return new Map(data.map(({ id, full_name: name }) => [id, name || agencyScreenTexts.versions.unnamed]));
}

/** Who saved a version; null: the server, or an account that is gone. */
export async function readAgencyAuthor(id: number): Promise<string | null> {
  const { data } = await browserClient()
    .from('agency_settings')
    .select('created_by')
    .eq('id', id)
    .single()
    .throwOnError();
  return (await readAuthorNames([data.created_by])).get(data.created_by ?? '') ?? null;
}

/** The newest `most` versions, and one more with which the last is compared. */
function useAgencyVersions(most: number) {
  return useQuery({
    queryKey: [agencySettingsQueryName, 'versions', most],
    placeholderData: (before) => before,
    async queryFn(): Promise<ListedVersion[]> {
      const client = browserClient();
      const { data } = await client
        .from('agency_settings')
        .select('id, created_at, created_by, restored_from, facts, texts')
        .order('id', { ascending: false })
        .limit(most + 1)
        .throwOnError();
      const names = await readAuthorNames(data.map(({ created_by: id }) => id));
      return data.map((row) => ({
        ...agencyVersionOf(row),
        savedBy: names.get(row.created_by ?? '') ?? null,
        isRestored: row.restored_from !== null,
      }));
    },
  });
}
