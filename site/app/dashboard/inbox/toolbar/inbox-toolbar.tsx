// The toolbar above the list.
import { useState, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ToolbarButton } from './toolbar-button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { SearchField } from '../../screen/search-field.tsx';
import { SelectOptions } from '../../screen/select-options.tsx';
import { RichText } from '../../../texts/rich-text.tsx';
import { AssigneeFilter } from './assignee-filter.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { inboxTexts } from '../inbox-texts.ts';
import { filterableLeadStatuses, leadStatusLabel } from '../../../lead/lead-status.ts';
import type { LeadFilter } from '../lead-filter.ts';
import styles from './inbox-toolbar.module.css';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';

const t = inboxTexts.toolbar;

interface InboxToolbarProps {
  filter: LeadFilter;
  onChange: (change: Partial<LeadFilter>) => void;
  children: ReactNode;
}

/**
 * Search and filters of the list. Not Interested has a switch, because the status filter does not offer it
 * (specification).
 */
export function InboxToolbar({ filter, onChange, children }: InboxToolbarProps) {
  const onlyNotInterested = filter.status === 'not_interested';
  return (
    <div className={classNames(styles.toolbar, 'dense')} data-screen-only="">
      <div className={styles.find}>
        <SearchField
          id="lead-search"
          label={t.searchLabel}
          onSearch={(term) => onChange({ term })}
          placeholder={t.searchPlaceholder}
          term={filter.term}
        />
        <SelectField
          hidesLabel
          label={t.statusLabel}
          name="status"
          onChange={(event) => onChange({ status: event.target.value || null })}
          value={onlyNotInterested ? '' : (filter.status ?? '')}
        >
          <option value="">{t.allStatus}</option>
          <SelectOptions of={filterableLeadStatuses.map((status) => [status, leadStatusLabel(status)])} />
        </SelectField>
      </div>
      <div className={styles.switches}>
        <Button
          aria-pressed={filter.needs === 'reply'}
          onClick={() =>
            onChange({
              needs: filter.needs === 'reply' ? null : 'reply',
              status: onlyNotInterested ? null : filter.status,
            })
          }
          variant="secondary"
        >
          {t.needsReply}
        </Button>
        <Button
          aria-pressed={onlyNotInterested}
          onClick={() => onChange({ status: onlyNotInterested ? null : 'not_interested', needs: null })}
          variant="secondary"
        >
          <span>
            <RichText
              tags={{
                only: (word) => <span className={classNames('sr-only', styles.onlyWord)}>{word}</span>,
              }}
              text={t.notInterested}
            />
          </span>
        </Button>
        {filter.needs !== null && filter.needs !== 'reply' && (
          <Button aria-pressed onClick={() => onChange({ needs: null })} variant="secondary">
            {t.needs[filter.needs]}
          </Button>
        )}
        <div className={styles.assignee} data-active={filter.assignee !== null || undefined}>
          <AssigneeFilter
            hidesLabel
            onChange={(assignee) => onChange({ assignee })}
            value={filter.assignee}
          />
        </div>
        <div className={styles.tools}>{children}</div>
      </div>
    </div>
  );
}

const InboxOptionsDialog = lazyDialog(() => import('./inbox-options-dialog.tsx'));

interface InboxOptionsButtonProps {
  filter: LeadFilter;
  onChange: (change: Partial<LeadFilter>) => void;
}

/** Order and saved views, which are used less often than the filters beside them. */
export function InboxOptionsButton({ filter, onChange }: InboxOptionsButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ToolbarButton
        aria-haspopup="dialog"
        icon="sliders"
        label={t.options}
        onClick={() => setIsOpen(true)}
        word={t.optionsWord}
      />
      {isOpen && <InboxOptionsDialog filter={filter} onChange={onChange} onClose={() => setIsOpen(false)} />}
    </>
  );
}
