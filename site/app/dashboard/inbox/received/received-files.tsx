import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useIsOwner } from '../../../auth/session/roles.ts';
import { fetchFileAsUser } from '../../../data/browser-client.ts';
import { isOfferedFile } from '../../../data/is-offered-file.ts';
import { Button } from '../../../ui/button.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { ConfirmDialog } from '../../screen/confirm-dialog.tsx';
import { showError } from '../../screen/show-error.ts';
import { receivedMailTexts } from './received-mail-texts.ts';
import styles from './mail.module.css';
import { isKept, type ReceivedMail } from './read-received-mails.ts';

const t = receivedMailTexts.files;

type File = ReceivedMail['received_files'][number];

async function download({ path, name }: { path: string; name: string }): Promise<void> {
  const file = await fetchFileAsUser(`/dashboard/received-files/${path}`);
  if (file === null) throw new Error(t.failed);
  saveFile(file.blob, file.name ?? name);
}

/** Why a file is not offered; null where it is. "program" was decided when the mail came, before there was a list. */
function refusedText({ name, media_type: type, refused }: File): string | null {
  if (refused === 'too-large' || refused === 'thread-full') return t.refused[refused];
  return isOfferedFile(name, type) ? null : t.refused.kind;
}

/** What came with a mail, to be downloaded and never shown; and the mail itself as it came. */
export function ReceivedFiles({ mail }: { mail: ReceivedMail }) {
  const isOwner = useIsOwner();
  const [warned, setWarned] = useState<File | null>(null);
  const save = useMutation({ mutationFn: download, onError: (error) => showError(error, `file-${mail.id}`) });
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
    const refused = refusedText(file);
    const size = formatSize(file.size_bytes);
    const text = t.download(file.name, size);
    if (refused === null) return button(`${mail.id}/${file.part}`, file.name, text);
    if (refused !== t.refused.kind || !isOwner) return `${text}: ${refused}`;
    return (
      <Button icon="download" onClick={() => setWarned(file)} variant="ghost">
        {t.zip.open(file.name, size)}
      </Button>
    );
  }

  return (
    <>
      <ul aria-label={t.label(from)} className={styles.files}>
        {files.map((file) => (
          <li key={file.part}>{item(file)}</li>
        ))}
        {isKept(mail) && <li>{button(`${mail.id}/original`, 'email.eml', t.original)}</li>}
      </ul>
      {warned && (
        <ConfirmDialog
          busy={save.isPending}
          busyText={t.zip.busy}
          id={`zip-${mail.id}`}
          onClose={() => setWarned(null)}
          onYes={() =>
            save.mutate(
              { path: `${mail.id}/${warned.part}.zip`, name: `${warned.name}.zip` },
              { onSettled: () => setWarned(null) },
            )
          }
          title={t.zip.title(warned.name)}
          yes={t.zip.yes}
        >
          <p>{t.zip.warning}</p>
          <p>{t.zip.packed}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const formatSizeTexts = receivedMailTexts.size;
const format = new Intl.NumberFormat('en-CA', { maximumFractionDigits: 1 });

/** Of a file, at least 1 KB. */
function formatSize(bytes: number): string {
  if (bytes < 1_000_000) return formatSizeTexts.kilobytes(String(Math.max(1, Math.round(bytes / 1000))));
  return formatSizeTexts.megabytes(format.format(bytes / 1_000_000));
}
