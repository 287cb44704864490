import { useMutation } from '@tanstack/react-query';
import { fetchFileAsUser } from '../../../data/browser-client.ts';
import { Button } from '../../../ui/button.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { showError } from '../../screen/show-error.ts';
import { formatSize } from './format-size.ts';
import { mailTexts } from './mail-texts.ts';
import styles from './mail.module.css';
import type { ReceivedMail } from './read-received-mails.ts';

const t = mailTexts.files;

type File = ReceivedMail['received_files'][number];

async function download({ path, name }: { path: string; name: string }): Promise<void> {
  const file = await fetchFileAsUser(`/dashboard/received-files/${path}`);
  if (file === null) throw new Error(t.failed);
  saveFile(file.blob, file.name ?? name);
}

function refusedText(refused: string): string {
  return refused in t.refused ? t.refused[refused as keyof typeof t.refused] : refused;
}

/** What came with a mail, to be downloaded and never shown; and the mail itself as it came. */
export function ReceivedFiles({ mail }: { mail: ReceivedMail }) {
  const save = useMutation({ mutationFn: download, onError: (error) => showError(error, `file-${mail.id}`) });
  const files = mail.received_files.toSorted((one, other) => one.part - other.part);
  const hasOriginal = mail.reason !== 'too-large';

  function button(path: string, name: string, text: string) {
    const isBusy = save.isPending && save.variables.path === path;
    return (
      <Button busy={isBusy} icon="download" onClick={() => save.mutate({ path, name })} variant="ghost">
        {text}
      </Button>
    );
  }

  function item({ part, name, size_bytes: size, refused }: File) {
    const text = t.download(name, formatSize(size));
    return refused === null ? button(`${mail.id}/${part}`, name, text) : `${text}: ${refusedText(refused)}`;
  }

  return (
    <ul aria-label={t.label(mail.from_name || mail.from_address)} className={styles.files}>
      {files.map((file) => (
        <li key={file.part}>{item(file)}</li>
      ))}
      {hasOriginal && <li>{button(`${mail.id}/original`, 'email.eml', t.original)}</li>}
    </ul>
  );
}
