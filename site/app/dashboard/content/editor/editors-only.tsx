import { useState, type ReactNode } from 'react';
import { EmptyState } from '../../screen/empty-state.tsx';
import { ScreenHeading } from '../../screen/screen-heading.tsx';

/**
 * An editor for those who `mayEdit`; whoever else comes by its address reads why there is none. Who was let in keeps
 * what they have written when their role changes: saving tells them.
 */
export function EditorsOnly({
  mayEdit,
  title,
  children,
}: {
  mayEdit: boolean;
  title: string;
  children: ReactNode;
}) {
  const [wasLetIn, setWasLetIn] = useState(mayEdit);
  if (mayEdit && !wasLetIn) setWasLetIn(true);
  if (wasLetIn) return children;
  return (
    <>
      <ScreenHeading title={title} />
      <EmptyState text="Your role can't edit content. Ask an owner." />
    </>
  );
}
