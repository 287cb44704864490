import { Suspense, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import type { LeadFilter } from '../lead-filter.ts';
import { optionsTexts } from './options-texts.ts';

const OptionsDialog = lazyPart(() => import('./options-dialog.tsx'));

/** Order and saved views, which are needed more seldom than the filters beside it. */
export function ListOptions({
  filter,
  onChange,
}: {
  filter: LeadFilter;
  onChange: (change: Partial<LeadFilter>) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton
        aria-haspopup="dialog"
        icon="sliders"
        label={optionsTexts.title}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <OptionsDialog filter={filter} onChange={onChange} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
