import { RichText } from '../../../texts/rich-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LocalDate } from '../../screen/local-date.tsx';
import { contentTexts } from '../content-texts.ts';
import screenStyles from '../../screen/screen.module.css';

const t = contentTexts.elsewhere;

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
    <div className={screenStyles.problem} role="alert">
      <Icon name="warning" />
      <p>
        <RichText
          tags={{ time: () => savedAt && <LocalDate timestamp={savedAt} withTime /> }}
          text={savedAt === null ? t.deleted(thing) : t.saved(thing)}
        />
      </p>
      {savedAt !== null && (
        <Button onClick={onTakeTheirs} variant="secondary">
          {t.takeTheirs}
        </Button>
      )}
      <Button onClick={onKeepMine} variant="secondary">
        {savedAt === null ? t.saveAsNew(thing) : t.overwrite}
      </Button>
    </div>
  );
}
