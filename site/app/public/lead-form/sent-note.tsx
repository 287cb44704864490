import { Icon } from '../../ui/icon.tsx';
import { leadTexts } from '../../lead/lead-texts.ts';
import type { LeadKind } from '../../lead/lead-fields.ts';

/** The confirmation. The redirect of a post without scripts points at its id. */
export function SentNote({ kind }: { kind: LeadKind }) {
  return (
    <div className="sent-note" id="sent" tabIndex={-1}>
      <span className="sent-note-mark">
        <Icon name="check" />
      </span>
      <div>
        <p className="sent-note-title">{leadTexts.submission[kind].sentTitle}</p>
        <p>{leadTexts.submission[kind].sent}</p>
      </div>
    </div>
  );
}
