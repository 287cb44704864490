// The state of a record, with the ways to look at its page.
import { useAgency } from '../../agency/use-agency.ts';
import { Badge } from '../../ui/badge.tsx';
import { recordTexts as t } from './record-texts.ts';
import { formatZonedTime } from '../screen/zoned-time.ts';
import { Icon } from '../../ui/icon.tsx';
import { RichText } from '../../texts/rich-text.tsx';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { dismissErrors, toast } from '../../ui/toast.tsx';
import { showError } from '../screen/show-error.ts';
import { screenTexts } from '../screen/screen-texts.ts';

export interface RecordStateProps {
  isPublished: boolean;
  /** when it goes on the site, where that is still to come */
  scheduledFor: string | null;
}

/** Whether visitors see a record, or from when. */
export function RecordState({ isPublished, scheduledFor }: RecordStateProps) {
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

/** Opens the public page of a record in a new tab. */
export function ViewLink({ path, title }: { path: string; title: string }) {
  return (
    <a
      className="button"
      data-size="dashboard"
      data-variant="secondary"
      href={path}
      rel="noreferrer"
      target="_blank"
    >
      <Icon name="external" />
      <RichText text={t.view(title)} />
    </a>
  );
}

const previewButtonTexts = screenTexts.preview;

interface PreviewButtonProps {
  /** name of the record */
  title: string;
  /** asks for the signed path */
  sign: () => Promise<string>;
  /** the editor has changes that the preview will not show */
  isChanged?: boolean;
}

const form = 'preview';

/** Opens the page of a draft in a new tab. The tab comes first: after waiting, browsers would block it. */
export function PreviewButton({ title, sign, isChanged = false }: PreviewButtonProps) {
  const [busy, setBusy] = useState(false);

  async function open(): Promise<void> {
    const tab = window.open('about:blank', '_blank');
    setBusy(true);
    try {
      const path = await sign();
      dismissErrors(form);
      if (tab) tab.location.replace(path);
      else
        toast({
          title: previewButtonTexts.ready,
          description: previewButtonTexts.blocked,
          action: { label: previewButtonTexts.open, onClick: () => location.assign(path) },
        });
    } catch (error) {
      tab?.close();
      showError(error as Error, form);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button busy={busy} icon="eye" onClick={() => void open()} variant="secondary">
      <RichText text={isChanged ? previewButtonTexts.savedDraft(title) : previewButtonTexts.draft(title)} />
    </Button>
  );
}
