// Search and filter above a list of content.
import { SelectField } from '../../../ui/field.tsx';
import { SearchField } from '../../screen/search-field.tsx';
import { SelectOptions } from '../../screen/select-options.tsx';
import type { ContentScreenDefinition } from '../content-form.ts';
import { listTexts as t } from './list-texts.ts';
import styles from './list-toolbar.module.css';
import { recordStates, type RecordFilter } from './record-filter.ts';

interface ListToolbarProps {
  screen: ContentScreenDefinition;
  filter: RecordFilter;
  onChange: (part: Partial<RecordFilter>) => void;
  /** what the list shows, for screen readers; '' while it is loading or shows everything */
  found: string;
}

export function ListToolbar({ screen, filter, onChange, found }: ListToolbarProps) {
  const { many, columns } = screen;
  return (
    <div className={styles.toolbar}>
      <SearchField
        className={styles.search}
        id="search-records"
        label={t.search(many)}
        onSearch={(term) => onChange({ term })}
        placeholder={t.placeholder[columns.name]}
        term={filter.term}
      />
      <SelectField
        hidesLabel
        label={t.state}
        name="state"
        onChange={({ target }) =>
          onChange({ state: recordStates.find((state) => state === target.value) ?? null })
        }
        value={filter.state ?? ''}
      >
        <option value="">{t.states.all}</option>
        <SelectOptions of={recordStates.map((state) => [state, t.states[state]])} />
      </SelectField>
      <p aria-live="polite" className="sr-only">
        {found}
      </p>
    </div>
  );
}
