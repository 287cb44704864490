import { useProfile } from '../../auth/session/profile.ts';
import { useSignedIn } from '../../auth/session/session-store.ts';
import { browserClient } from '../../data/browser-client.ts';
import { useWrite } from '../../data/use-write.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { Panel } from '../screen/panel.tsx';
import { useKept } from '../screen/use-kept.ts';
import { showError } from '../screen/show-error.ts';
import { SingleKeySwitch } from '../screen/single-key-switch.tsx';
import { settingsTexts } from './settings-texts.ts';

const t = settingsTexts.inbox;
const form = 'signature';

/** The lines that this colleague's replies end with, besides the agency's. */
function SignatureForm({ signature }: { signature: string }) {
  const { user } = useSignedIn();
  const kept = useKept('signature', signature);
  const save = useWrite(
    async (next: string) => {
      await browserClient().from('profiles').upsert({ id: user.id, reply_signature: next }).throwOnError();
    },
    ['profile'],
    {
      waits: true,
      onSuccess: () => toastSuccess({ title: t.saved, form }),
      onError: (error) => showError(error, form),
    },
  );
  return (
    <form
      className="stack dense max-w-34rem"
      data-saves
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const saved = kept.value.trim();
        // what was typed since stays
        const onSuccess = () => kept.change((now) => (now.trim() === saved ? signature : now));
        save.mutate(saved, { onSuccess });
      }}
    >
      <TextArea
        hint={t.signatureHint}
        label={t.signature}
        maxLength={500}
        name="signature"
        onChange={(event) => kept.change(event.target.value)}
        rows={3}
        value={kept.value}
      />
      <Button busy={save.isPending} busyText={t.busy} className="justify-self-start" type="submit">
        {t.submit}
      </Button>
    </form>
  );
}

/** How the inbox works for this account. Its profile's own card says where it could not be read. */
export function InboxCard() {
  const { data: profile, isSuccess } = useProfile();
  return (
    <Panel id="inbox" padded stacked title={t.title}>
      <div className="stack gap-24">
        {isSuccess && <SignatureForm signature={profile?.reply_signature ?? ''} />}
        <SingleKeySwitch />
      </div>
    </Panel>
  );
}
