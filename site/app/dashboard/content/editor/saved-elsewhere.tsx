import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LocalDate } from '../../screen/local-date.tsx';

export interface SavedElsewhereProps {
  thing: string;
  /** when the other version was saved; null when the record was deleted */
  savedAt: string | null;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
}

/** Two users edited the same record: nothing is overwritten before this one has chosen a version. */
export function SavedElsewhere({ thing, savedAt, onTakeTheirs, onKeepMine }: SavedElsewhereProps) {
  return (
    <div className="list-failed" role="alert">
      <Icon name="warning" />
      <p>
        {savedAt === null ? (
          `Someone else deleted this ${thing}. We've kept what you wrote.`
        ) : (
          <>
            Someone else saved changes to this {thing} (<LocalDate timestamp={savedAt} withTime />
            ). We've kept what you wrote, and nothing has been overwritten.
          </>
        )}
      </p>
      {savedAt !== null && (
        <Button onClick={onTakeTheirs} size="dashboard" variant="secondary">
          Show their version
        </Button>
      )}
      <Button onClick={onKeepMine} size="dashboard" variant="secondary">
        {savedAt === null ? `Save mine as a new ${thing}` : 'Overwrite with mine'}
      </Button>
    </div>
  );
}
