import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { readAll } from '../../../data/read-all.ts';
import { sortByName } from '../../../data/sort-by-name.ts';
import { SelectField } from '../../../ui/field.tsx';

async function readCategoryNames() {
  const names = await readAll('the categories', (from, to) =>
    browserClient().from('categories').select('id, name').order('name').range(from, to),
  );
  return sortByName(names, ({ name }) => name);
}

export interface CategorySelectProps {
  id: string;
  /** of the chosen category, "" for none */
  value: string;
  onChange: (categoryId: string) => void;
}

/** Chooses one of the categories, or none. */
export function CategorySelect({ id, value, onChange }: CategorySelectProps) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['categories', 'names'],
    queryFn: readCategoryNames,
  });
  return (
    <SelectField
      hint={
        isError && (
          <button className="link" onClick={() => void refetch()} type="button">
            We couldn't load the categories. Try again
          </button>
        )
      }
      id={id}
      label="Category"
      name="category"
      onChange={(event) => onChange(event.target.value)}
      value={value}
    >
      <option value="">No category</option>
      {/* until the list is here the choice must not fall back to none */}
      {value !== '' && !data?.some((category) => category.id === value) && <option value={value}>…</option>}
      {data?.map((category) => (
        <option key={category.id} value={category.id}>
          {category.name}
        </option>
      ))}
    </SelectField>
  );
}
