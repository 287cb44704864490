import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useWrite } from '../../../data/use-write.ts';
import { Button } from '../../../ui/button.tsx';
import { toastSuccess } from '../../../ui/toast.tsx';
import { ConfirmDialog } from '../../screen/confirm-dialog.tsx';
import { showError } from '../../screen/show-error.ts';
import { firstRunTexts } from './first-run-texts.ts';
import { firstRunKey, deleteSamples } from './use-first-run.ts';

const t = firstRunTexts.samples;
const form = 'remove-samples';

/** As `./fairlead remove-samples`, after a question. */
export function RemoveSamples() {
  const [asks, setAsks] = useState(false);
  const queries = useQueryClient();
  const removal = useWrite(deleteSamples, [firstRunKey]);

  function remove(): void {
    removal.mutate(undefined, {
      onSuccess({ removed, kept }) {
        setAsks(false);
        // every list and number of the overview had samples in it
        void queries.invalidateQueries();
        toastSuccess({ title: t.removed, description: t.counts(removed, kept), form });
      },
      onError(error) {
        setAsks(false);
        showError(error, form);
      },
    });
  }

  return (
    <>
      <Button onClick={() => setAsks(true)} variant="secondary">
        {t.button}
      </Button>
      {asks && (
        <ConfirmDialog
          busy={removal.isPending}
          busyText={t.busy}
          id="remove-samples"
          onClose={() => setAsks(false)}
          onYes={remove}
          title={t.question}
          yes={t.button}
        >
          <p>{t.text}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
