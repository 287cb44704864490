// What became of a paste, below the text, with the button that replaces it by its plain text.
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import type { PasteNotice } from './use-rich-paste.ts';
import { writingTexts } from './writing-texts.ts';

const t = writingTexts.paste;
const list = new Intl.ListFormat('en-CA');

interface PasteStatusProps {
  notice: PasteNotice;
  onPlain: () => void;
}

export function PasteStatus({ notice, onPlain }: PasteStatusProps) {
  const { form, uploading, added, undescribed, missing, problems } = notice;
  const names = missing.map((name) => name || t.unnamed);
  return (
    <>
      <div aria-live="polite" className="stack gap-8 small">
        {form !== null && <p key={form}>{t[form]}</p>}
        {uploading > 0 && <p key={`uploading ${uploading}`}>{t.uploading(uploading)}</p>}
        {added > 0 && <p key={`added ${added}`}>{t.uploaded(added)}</p>}
        {undescribed > 0 && <p key={`undescribed ${undescribed}`}>{t.undescribed(undescribed)}</p>}
        {names.length > 0 && <p key="missing">{t.missing(list.format(names), names.length)}</p>}
      </div>
      {problems.map((problem) => (
        <FieldError key={problem} role="alert" text={t.notUploaded(problem)} />
      ))}
      {form === 'markdown' && (
        <div>
          <Button onClick={onPlain} variant="secondary">
            <span>{t.asPlain}</span>
          </Button>
        </div>
      )}
    </>
  );
}
