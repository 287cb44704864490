import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { readAll } from '../../../data/read-or-throw.ts';
import { sortByName } from '../../../data/sort-by-name.ts';
import { SelectField } from '../../../ui/field.tsx';
import { mediaSources, type MediaSource } from '../media-sources.ts';
import { uploadTexts } from './upload-texts.ts';

const t = uploadTexts.owner;
const sources: readonly MediaSource[] = ['service', 'app'];

async function readNames(source: MediaSource) {
  const table = mediaSources[source].ownerTable;
  const names = await readAll(table, (from, to) =>
    browserClient().from(table).select('id, name').order('name').order('id').range(from, to),
  );
  return sortByName(names, ({ name }) => name);
}

async function readOwners() {
  const [service, app] = await Promise.all([readNames('service'), readNames('app')]);
  return { service, app };
}

export interface OwnerSelectProps {
  id: string;
  /** "service:id" or "app:id", "" for none yet */
  value: string;
  error: string | undefined;
  disabled: boolean;
  onChange: (value: string) => void;
}

/** Selects the service or app of a picture. */
export function OwnerSelect({ id, value, error, disabled, onChange }: OwnerSelectProps) {
  const { data, isError, refetch } = useQuery({ queryKey: ['media', 'owners'], queryFn: readOwners });
  return (
    <SelectField
      disabled={disabled}
      error={error}
      hint={
        isError && (
          <button className="link" onClick={() => void refetch()} type="button">
            {t.retry}
          </button>
        )
      }
      id={id}
      label={t.label}
      marked
      name="owner"
      onChange={(event) => onChange(event.target.value)}
      required
      value={value}
    >
      <option value="">{t.placeholder}</option>
      {sources.map((source) => (
        <optgroup key={source} label={t.groups[source]}>
          {data?.[source].map((owner) => (
            <option key={owner.id} value={`${source}:${owner.id}`}>
              {owner.name}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}
