import { useState } from 'react';
import { useSignedIn } from '../../auth/session/session-store.ts';
import { browserClient } from '../../data/browser-client.ts';
import { useWrite } from '../../data/use-write.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextArea } from '../../ui/field.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { showError } from '../screen/show-error.ts';
import { settingsTexts } from './settings-texts.ts';
import styles from './settings.module.css';

const t = settingsTexts.inbox;
const form = 'signature';

/** The lines that this colleague's replies end with, besides the agency's. */
export function SignatureForm({ signature }: { signature: string }) {
  const { user } = useSignedIn();
  // What is typed survives a refetch.
  const [typed, setTyped] = useState<string>();
  const text = typed ?? signature;
  const save = useWrite(
    async (next: string) => {
      await browserClient().from('profiles').upsert({ id: user.id, reply_signature: next }).throwOnError();
    },
    ['profile'],
    {
      onSuccess: () => toastSuccess({ title: t.saved, form }),
      onError: (error) => showError(error, form),
    },
  );
  return (
    <form
      className={classNames(styles.form, 'dense')}
      data-saves
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(text.trim());
      }}
    >
      <TextArea
        hint={t.signatureHint}
        label={t.signature}
        maxLength={500}
        name="signature"
        onChange={(event) => setTyped(event.target.value)}
        rows={3}
        value={text}
      />
      <Button busy={save.isPending} busyText={t.busy} className={styles.submit} type="submit">
        {t.submit}
      </Button>
    </form>
  );
}
