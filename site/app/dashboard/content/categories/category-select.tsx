import { SelectField } from '../../../ui/field.tsx';
import { useCategories } from './use-categories.ts';

export interface CategorySelectProps {
  id: string;
  /** of the chosen category, "" for none */
  value: string;
  onChange: (categoryId: string) => void;
}

/** Chooses one of the categories, or none. */
export function CategorySelect({ id, value, onChange }: CategorySelectProps) {
  const { data, isError, refetch } = useCategories();
  const categories = data?.pages.flatMap(({ items }) => items);
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
      {value !== '' && !categories?.some((category) => category.id === value) && (
        <option value={value}>…</option>
      )}
      {categories?.map((category) => (
        <option key={category.id} value={category.id}>
          {category.name}
        </option>
      ))}
    </SelectField>
  );
}
