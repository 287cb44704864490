import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { readAll } from '../../../data/read-all.ts';
import { sortByName } from '../../../data/sort-by-name.ts';
import { SelectField } from '../../../ui/field.tsx';

async function readNames(table: 'services' | 'apps') {
  const names = await readAll(table, (from, to) =>
    browserClient().from(table).select('id, name').order('name').order('id').range(from, to),
  );
  return sortByName(names, ({ name }) => name);
}

async function readOwners() {
  const [services, apps] = await Promise.all([readNames('services'), readNames('apps')]);
  return { services, apps };
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
            We couldn't load the services and apps. Try again
          </button>
        )
      }
      id={id}
      label="Belongs to"
      marked
      name="owner"
      onChange={(event) => onChange(event.target.value)}
      required
      value={value}
    >
      <option value="">Choose a service or app</option>
      <optgroup label="Services">
        {data?.services.map((service) => (
          <option key={service.id} value={`service:${service.id}`}>
            {service.name}
          </option>
        ))}
      </optgroup>
      <optgroup label="Apps">
        {data?.apps.map((app) => (
          <option key={app.id} value={`app:${app.id}`}>
            {app.name}
          </option>
        ))}
      </optgroup>
    </SelectField>
  );
}
