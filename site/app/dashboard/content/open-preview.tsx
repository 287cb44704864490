// The address of a draft: signs a preview when it is opened, and goes there.
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { Spinner } from '../../ui/icon.tsx';
import { LoadFailedNotice } from '../screen/load-failed-notice.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { createPreviewPath } from './content-records.ts';
import { recordTexts } from './record-texts.ts';
import type { Route } from './+types/open-preview.ts';

const t = recordTexts.preview;

/** Not a query: each preview is signed anew, and the tab leaves for it. */
export default function OpenPreview({ params: { table, id } }: Route.ComponentProps) {
  const ofDraft = useSearchParams()[0].has('draft');
  const { mutate, isError, error, isPending } = useMutation({
    mutationFn: () => createPreviewPath(table, id, ofDraft),
    onSuccess: (path) => location.replace(path),
  });
  useEffect(() => mutate(), [mutate]);
  return (
    <>
      <ScreenHeading title={t.title} />
      {isError ? (
        <LoadFailedNotice busy={isPending} onRetry={() => mutate()} text={error.message} />
      ) : (
        <Spinner label={t.opening} />
      )}
    </>
  );
}
