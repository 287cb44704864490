// The parts of a received mail, for a thread or the triage.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIsOwner } from '../../../auth/session/roles.ts';
import { browserClient, fetchFileAsUser } from '../../../data/browser-client.ts';
import { callDatabaseFunction } from '../../../data/call-database-function.ts';
import { isDownloadableFile } from '../../../data/is-downloadable-file.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { ConfirmDialog } from '../../screen/confirm-dialog.tsx';
import { showError } from '../../screen/show-error.ts';
import { receivedMailTexts as t } from './received-mail-texts.ts';
import styles from './mail.module.css';
import screenStyles from '../../screen/screen.module.css';
import { leadsQueryKey } from '../leads-cache.ts';
import { inboxTexts } from '../inbox-texts.ts';

type File = ReceivedMail['received_files'][number];

async function download({ path, name }: { path: string; name: string }): Promise<void> {
  const file = await fetchFileAsUser(`/dashboard/received-files/${path}`);
  if (file === null) throw new Error(t.files.failed);
  saveFile(file.blob, file.name ?? name);
}

/**
 * Why a file is not offered; null if it is offered. For the reason "program", which older versions stored, the type
 * decides.
 */
function refusalOf({ name, media_type: type, refused }: File): keyof typeof t.files.refused | null {
  if (refused === 'too-large' || refused === 'thread-full') return refused;
  return isDownloadableFile(name, type) ? null : 'kind';
}

/** The attachments of a mail, which are downloaded and never shown, with the original mail. */
export function ReceivedFiles({ mail }: { mail: ReceivedMail }) {
  const isOwner = useIsOwner();
  const [warned, setWarned] = useState<File | null>(null);
  const save = useMutation({
    mutationFn: download,
    onError: (error) =>
      showError(error, `file-${mail.id}`, inboxTexts.toastFor(mail.from_name || mail.from_address)),
  });
  const files = mail.received_files.toSorted((one, other) => one.part - other.part);
  const from = mail.from_name || mail.from_address;

  function button(path: string, name: string, text: string) {
    const isBusy = save.isPending && save.variables.path === path;
    return (
      <Button busy={isBusy} icon="download" onClick={() => save.mutate({ path, name })} variant="ghost">
        {text}
      </Button>
    );
  }

  function item(file: File) {
    const refusal = refusalOf(file);
    const size = formatSize(file.size_bytes);
    const text = t.files.download(file.name, size);
    if (refusal === null) return button(`${mail.id}/${file.part}`, file.name, text);
    if (refusal !== 'kind' || !isOwner) return `${text}: ${t.files.refused[refusal]}`;
    return (
      <Button icon="download" onClick={() => setWarned(file)} variant="ghost">
        {t.files.zip.open(file.name, size)}
      </Button>
    );
  }

  return (
    <>
      <ul aria-label={t.files.label(from)} className="cluster gap-4-12 mt-8">
        {files.map((file) => (
          <li key={file.part}>{item(file)}</li>
        ))}
        {hasStoredOriginal(mail) && <li>{button(`${mail.id}/original`, 'email.eml', t.files.original)}</li>}
      </ul>
      {warned && (
        <ConfirmDialog
          busy={save.isPending}
          busyText={t.files.zip.busy}
          id={`zip-${mail.id}`}
          onClose={() => setWarned(null)}
          onYes={() =>
            save.mutate(
              { path: `${mail.id}/${warned.part}.zip`, name: `${warned.name}.zip` },
              { onSettled: () => setWarned(null) },
            )
          }
          title={t.files.zip.title(warned.name)}
          yes={t.files.zip.yes}
        >
          <p>{t.files.zip.warning}</p>
          <p>{t.files.zip.packed}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const format = new Intl.NumberFormat('en-CA', { maximumFractionDigits: 1 });

/** Formats a file size; at least 1 KB. */
function formatSize(bytes: number): string {
  if (bytes < 1_000_000) return t.size.kilobytes(String(Math.max(1, Math.round(bytes / 1000))));
  return t.size.megabytes(format.format(bytes / 1_000_000));
}

interface Part {
  text: string;
  lines: number;
  isFolded: boolean;
}

/** `folds` are pairs of lines: the first that is folded, and the first after them. */
function partsOf(text: string, folds: readonly number[]): Part[] {
  const lines = text.split('\n');
  const parts: Part[] = [];
  function add(from: number, to: number, isFolded: boolean): void {
    const part = lines.slice(from, to);
    if (part.some((line) => line.trim() !== ''))
      parts.push({ text: part.join('\n').replaceAll(/^\n+|\n+$/g, ''), lines: part.length, isFolded });
  }
  let at = 0;
  for (let i = 0; i < folds.length; i += 2) {
    const [from = 0, to = 0] = folds.slice(i, i + 2);
    add(at, from, false);
    add(from, to, true);
    at = to;
  }
  add(at, lines.length, false);
  return parts;
}

/** The text of a mail; its quotes and signature are collapsed. */
export function FoldedText({ text, folds }: { text: string; folds: readonly number[] }) {
  return partsOf(text, folds).map((part, index) =>
    part.isFolded ? (
      // keyed by index, because the parts of the text do not change
      <details className={classNames(styles.folded, screenStyles.disclosure)} key={index}>
        <summary>
          <span>
            {t.folded.show} <span className="muted">{t.folded.lines(part.lines)}</span>
          </span>
          <Icon name="chevron-down" />
        </summary>
        <p className={styles.words} dir="auto">
          {part.text}
        </p>
      </details>
    ) : (
      <p className={styles.words} dir="auto" key={index}>
        {part.text}
      </p>
    ),
  );
}

/** A warning if the domain in the sender's address did not send the mail, or could not be checked. */
export function SenderWarning({ mail }: { mail: ReceivedMail }) {
  if (mail.sender_check === 'unconfirmed') return <Badge variant="land">{t.sender.unconfirmed}</Badge>;
  if (mail.sender_check === 'unchecked') return <span>{t.sender.unchecked}</span>;
  return null;
}

export const receivedMailsQueryKey = [...leadsQueryKey, 'received-mails'];

export const receivedMailColumns =
  'id, created_at:received_at, state, reason, lead_id, message_id, is_other_address, sender_check, from_address, from_name, subject, body, folds, is_cut, size_bytes, target_at, received_files(part, name, media_type, size_bytes, refused)';

const mostOfLead = 500;

async function readMailsOfLead(leadId: string) {
  const { data } = await browserClient()
    .from('received_mails')
    .select(receivedMailColumns)
    .eq('lead_id', leadId)
    .order('received_at')
    .limit(mostOfLead)
    .throwOnError();
  return data;
}

export type ReceivedMail = Awaited<ReturnType<typeof readMailsOfLead>>[number];

/**
 * False for a mail that was too large or over a limit: it is only listed, and its original is still in its mailbox.
 */
export function hasStoredOriginal({ reason }: ReceivedMail): boolean {
  return reason !== 'too-large' && reason !== 'over-limit';
}

/** The mails of one thread, oldest first; `messages` is the number of its messages; a new one causes a refetch. */
export function useReceivedMailsOfLead(leadId: string, messages: number) {
  return useQuery({
    queryKey: [...receivedMailsQueryKey, leadId, messages],
    queryFn: () => readMailsOfLead(leadId),
    placeholderData: (before) => before,
  });
}

export async function assignMailToLead({ mail, lead }: { mail: string; lead: string | null }): Promise<void> {
  if (lead === null) await callDatabaseFunction('return_mail_to_triage', { mail });
  else await callDatabaseFunction('join_received_mail', { mail, lead });
}
