// The button that copies a record and opens the copy.
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { dashboardListPath } from '../../../content/content-types.ts';
import { callDatabaseFunction } from '../../../data/call-database-function.ts';
import { Button } from '../../../ui/button.tsx';
import { randomId } from '../../../ui/random-id.ts';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { recordNameOf, type ContentScreenDefinition, type StoredRecord } from '../content-form.ts';
import { toContentError } from '../content-records.ts';
import { listTexts } from './list-texts.ts';

const t = listTexts.copy;

interface DuplicateButtonProps {
  screen: ContentScreenDefinition;
  record: StoredRecord;
}

export function DuplicateButton({ screen, record }: DuplicateButtonProps) {
  const { table } = screen;
  const name = recordNameOf(screen, record);
  const navigate = useNavigate();
  // the same for each press, so that one whose response was lost makes no second copy
  const [copyId] = useState(randomId);

  async function duplicate(): Promise<void> {
    const copy = { kind: table, record_id: record.id, copy_id: copyId, title: t.title(name) };
    try {
      await callDatabaseFunction('duplicate_content', copy);
    } catch (error) {
      throw toContentError(error as Error);
    }
  }

  const write = useWriteMutation<void, void>(duplicate, [table, 'media'], {
    form: `duplicate-${record.id}`,
    done: () => ({ title: t.done, description: t.doneText }),
    onSuccess: () => navigate(`${dashboardListPath(table)}/${copyId}`),
  });
  return (
    <Button
      busy={write.isPending}
      icon="layers"
      iconOnly
      onClick={() => write.mutate()}
      title={t.press(name)}
      variant="secondary"
    >
      {t.press(name)}
    </Button>
  );
}
