// The selects for the kind of a picture, or for what it belongs to.
import { SelectField } from '../../../ui/field.tsx';
import { SelectOptions } from '../../screen/select-options.tsx';
import { mediaOwnerTypes, type MediaOwnerType } from '../media-owner-types.ts';
import { uploadTexts as t } from './upload-texts.ts';
import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { readAllRows } from '../../../data/data-or-throw.ts';
import { sortByName } from '../../../data/sort-by-name.ts';

export function defaultMediaKind(source: MediaOwnerType): string {
  return mediaOwnerTypes[source].kinds[0];
}

export interface MediaKindSelectProps {
  id: string;
  source: MediaOwnerType;
  value: string;
  disabled?: boolean;
  onChange: (kind: string) => void;
}

/** Selects a picture's kind; an unknown stored kind stays selectable. */
export function MediaKindSelect({ id, source, value, disabled = false, onChange }: MediaKindSelectProps) {
  const { kinds } = mediaOwnerTypes[source];
  return (
    <SelectField
      disabled={disabled}
      hint={source === 'app' ? t.kind.appHint : undefined}
      id={id}
      label={t.kind.label}
      name="kind"
      onChange={(event) => onChange(event.target.value)}
      value={value}
    >
      {!kinds.some((kind) => kind === value) && <option value={value}>{capitalize(value)}</option>}
      <SelectOptions of={kinds.map((kind) => [kind, t.kind.names[kind]])} />
    </SelectField>
  );
}

function capitalize(kind: string): string {
  return kind.slice(0, 1).toUpperCase() + kind.slice(1);
}

const sources: readonly MediaOwnerType[] = ['service', 'app'];

async function readNames(source: MediaOwnerType) {
  const table = mediaOwnerTypes[source].ownerTable;
  const names = await readAllRows(table, (from, to) =>
    browserClient().from(table).select('id, name').order('name').order('id').range(from, to),
  );
  return sortByName(names, ({ name }) => name);
}

async function readOwners() {
  const [service, app] = await Promise.all([readNames('service'), readNames('app')]);
  return { service, app };
}

interface MediaOwnerSelectProps {
  id: string;
  /** "service:id" or "app:id", "" for none yet */
  value: string;
  error: string | undefined;
  disabled: boolean;
  onChange: (value: string) => void;
}

/** Selects the service or app of a picture. */
export function MediaOwnerSelect({ id, value, error, disabled, onChange }: MediaOwnerSelectProps) {
  const { data, isError, refetch } = useQuery({ queryKey: ['media', 'owners'], queryFn: readOwners });
  return (
    <SelectField
      disabled={disabled}
      error={error}
      hint={
        isError && (
          <button className="link" onClick={() => void refetch()} type="button">
            {t.owner.retry}
          </button>
        )
      }
      id={id}
      label={t.owner.label}
      marked
      name="owner"
      onChange={(event) => onChange(event.target.value)}
      required
      value={value}
    >
      <option value="">{t.owner.placeholder}</option>
      {sources.map((source) => (
        <optgroup key={source} label={t.owner.groups[source]}>
          <SelectOptions of={data?.[source].map(({ id, name }) => [`${source}:${id}`, name]) ?? []} />
        </optgroup>
      ))}
    </SelectField>
  );
}
