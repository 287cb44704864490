import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { shortcutTexts } from '../../screen/shortcut-texts.ts';
import { AssigneeFilter } from '../assignee/assignee-filter.tsx';
import { sorts, type LeadFilter, type LeadSort } from '../lead-filter.ts';
import { optionsTexts } from './options-texts.ts';
import { SaveView } from './save-view.tsx';
import { ViewList } from './view-list.tsx';

const KeysDialog = lazyPart(() => import('../keys/keys-dialog.tsx'));

const t = optionsTexts;

/** Order and filter of the list, which changes behind the dialog as one chooses, saved views, and the keys. */
export default function OptionsDialog({
  filter,
  onChange,
  onClose,
}: {
  filter: LeadFilter;
  onChange: (change: Partial<LeadFilter>) => void;
  onClose: () => void;
}) {
  const content = useRef<HTMLDivElement>(null);
  const [listsKeys, setListsKeys] = useState(false);
  useLayoutEffect(() => {
    const dialog = content.current?.closest('dialog');
    dialog?.showModal();
    content.current?.querySelector('select')?.focus();
    return () => dialog?.close();
  }, []);

  function sortBy(value: string): void {
    const sort: LeadSort = sorts.find((one) => one === value) ?? 'newest';
    onChange({ sort, ...(sort === 'waiting' ? { needs: 'reply' } : {}) });
  }

  return (
    <Dialog id="list-options" onClose={onClose} title={t.title}>
      <div className="stack mt-16 text-17" ref={content}>
        <SelectField
          hint={t.sort.waitingHint}
          label={t.sort.label}
          name="sort"
          onChange={(event) => sortBy(event.target.value)}
          value={filter.sort}
        >
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {t.sort[sort]}
            </option>
          ))}
        </SelectField>
        <AssigneeFilter onChange={(assignee) => onChange({ assignee })} value={filter.assignee} />
        <h3>{t.views.title}</h3>
        <SaveView filter={filter} />
        <ViewList />
        <Button aria-haspopup="dialog" icon="keyboard" onClick={() => setListsKeys(true)} variant="secondary">
          {shortcutTexts.label}
        </Button>
      </div>
      {listsKeys && (
        <Suspense>
          <KeysDialog onClose={() => setListsKeys(false)} />
        </Suspense>
      )}
    </Dialog>
  );
}
