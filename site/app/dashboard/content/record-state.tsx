// The state of a record, with the link to its page.
import { useAgency } from '../../agency/use-agency.ts';
import { Badge } from '../../ui/badge.tsx';
import { recordTexts as t } from './record-texts.ts';
import { formatZonedTime } from '../screen/zoned-time.ts';
import { Icon, Spinner } from '../../ui/icon.tsx';
import { RichText } from '../../texts/rich-text.tsx';
import { useState, type MouseEvent } from 'react';
import { dismissErrorToasts, toast } from '../../ui/toast.tsx';
import { showError } from '../screen/show-error.ts';

export interface RecordStateBadgeProps {
  isPublished: boolean;
  /** when it will be published, if that is in the future */
  scheduledFor: string | null;
}

/** Whether visitors can see a record, or from when. */
export function RecordStateBadge({ isPublished, scheduledFor }: RecordStateBadgeProps) {
  const { timeZone } = useAgency();
  if (scheduledFor !== null) {
    return (
      <Badge shape="dot" variant="secondary">
        {t.scheduled(formatZonedTime(scheduledFor, timeZone))}
      </Badge>
    );
  }
  return (
    <Badge shape={isPublished ? 'ring' : 'circle'} variant={isPublished ? 'outline' : 'secondary'}>
      {isPublished ? t.published : t.draft}
    </Badge>
  );
}

const form = 'preview';

/** Opens a signed preview in a new tab. The tab is opened before waiting, because browsers would block it later. */
async function openPreview(sign: () => Promise<string>): Promise<void> {
  const tab = window.open('about:blank', '_blank');
  try {
    const path = await sign();
    dismissErrorToasts(form);
    if (tab) tab.location.replace(path);
    else
      toast({
        title: t.preview.ready,
        description: t.preview.blocked,
        action: { label: t.preview.open, onClick: () => location.assign(path) },
      });
  } catch (error) {
    tab?.close();
    showError(error as Error, form);
  }
}

interface RecordPageLinkProps {
  /** name of the record */
  title: string;
  /** the path of its public page */
  path: string;
  /** for a record that is not public: returns the signed path of its preview */
  preview: (() => Promise<string>) | null;
  /** whether the editor has changes that the preview does not show */
  isChanged?: boolean;
}

/** A link that opens the page of a record in a new tab, or a preview while the record is not public. */
export function RecordPageLink({ title, path, preview, isChanged = false }: RecordPageLinkProps) {
  const [busy, setBusy] = useState(false);

  function open(event: MouseEvent): void {
    if (!preview || event.button > 1) return;
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    void openPreview(preview).finally(() => setBusy(false));
  }

  return (
    <a
      aria-busy={busy || undefined}
      className="button"
      data-size="dashboard"
      data-variant="secondary"
      href={path}
      onAuxClick={open}
      onClick={open}
      rel="noreferrer"
      target="_blank"
    >
      {busy ? <Spinner /> : <Icon name="external" />}
      <RichText text={preview && isChanged ? t.viewSaved(title) : t.view(title)} />
    </a>
  );
}
