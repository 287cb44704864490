import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

export interface SavedElsewhereProps {
  /** when the other version was saved; null when the service was deleted */
  savedAt: string | null;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
}

/** Two people edited the same service: nothing is overwritten before somebody has said which version stays. */
export function SavedElsewhereNote({ savedAt, onTakeTheirs, onKeepMine }: SavedElsewhereProps) {
  return (
    <div className="list-failed" role="alert">
      <Icon name="warning" />
      <p>
        {savedAt === null
          ? 'Somebody else has deleted this service. Your text is still here.'
          : `Somebody else saved this service at ${new Date(savedAt).toLocaleTimeString()}. Your text is still here and nothing of theirs is lost yet.`}
      </p>
      {savedAt !== null && (
        <Button onClick={onTakeTheirs} size="dashboard" variant="secondary">
          Show their version
        </Button>
      )}
      <Button onClick={onKeepMine} size="dashboard" variant="secondary">
        {savedAt === null ? 'Save mine as a new service' : 'Save mine over theirs'}
      </Button>
    </div>
  );
}
