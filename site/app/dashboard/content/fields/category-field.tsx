// The category field of the content form: a select of service categories.
import type { ContentField } from '../content-form.ts';
import { SelectField } from '../../../ui/field.tsx';
import { SelectOptions } from '../../screen/select-options.tsx';
import { categoryTexts } from '../categories/category-texts.ts';
import { useCategories } from '../categories/use-categories.ts';

/** One of the categories, "" for none. */
export const categoryField: ContentField<string> = {
  name: 'category',
  empty: '',
  read: (row) => String(row['category_id'] ?? ''),
  write: (value) => ({ category_id: value || null }),
  render: ({ id, value, onChange }) => <CategorySelect id={id} onChange={onChange} value={value} />,
};

const t = categoryTexts.select;

interface CategorySelectProps {
  id: string;
  /** of the chosen category, "" for none */
  value: string;
  onChange: (categoryId: string) => void;
}

/** Chooses one of the categories, or none. */
function CategorySelect({ id, value, onChange }: CategorySelectProps) {
  const { data: categories, isError, refetch } = useCategories();
  return (
    <SelectField
      hint={
        isError && (
          <button className="link" onClick={() => void refetch()} type="button">
            {t.retry}
          </button>
        )
      }
      id={id}
      label={t.label}
      name="category"
      onChange={(event) => onChange(event.target.value)}
      value={value}
    >
      <option value="">{t.none}</option>
      {/* until the list is loaded, the choice must not change to none */}
      {value !== '' && !categories?.some((category) => category.id === value) && (
        <option value={value}>{t.loading}</option>
      )}
      <SelectOptions of={categories?.map(({ id, name }) => [id, name]) ?? []} />
    </SelectField>
  );
}
