// A wrapper that shows its screen only to accounts that may edit content.
import { useState, type ReactNode } from 'react';
import { useMayEditContent } from '../../../auth/session/roles.ts';
import { EmptyState } from '../../screen/empty-state.tsx';
import { ScreenHeading } from '../../screen/screen-heading.tsx';
import { contentTexts } from '../content-texts.ts';

/**
 * Shows an editor to those who may edit, and others why they may not. If the role changes while the form is open, the
 * input is kept, and saving reports the error.
 */
export function EditorsOnlyScreen({ title, children }: { title: string; children: ReactNode }) {
  const mayEdit = useMayEditContent();
  const [wasAllowed, setWasAllowed] = useState(mayEdit);
  if (mayEdit && !wasAllowed) setWasAllowed(true);
  if (wasAllowed) return children;
  return (
    <>
      <ScreenHeading title={title} />
      <EmptyState text={contentTexts.editor.editorsOnly} />
    </>
  );
}
