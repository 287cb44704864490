import { useSignedIn } from '../../../auth/session/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { showError } from '../../screen/show-error.ts';
import { healthTexts } from './health-texts.ts';
import { useTestMail } from './use-health.ts';

const t = healthTexts.mail.test;
const form = 'test-mail';

/** Mail to oneself, with what the mail server says. */
export function TestMailButton() {
  const { user } = useSignedIn();
  const test = useTestMail({
    onSuccess(outcome) {
      const isSent = outcome === 'sent';
      const description = isSent ? t.sentHint(user.email ?? '') : t.filedHint;
      toast({ title: isSent ? t.sent : t.filed, description, variant: 'success', form });
    },
    onError: (error) => showError(error.message || t.failed, form),
  });

  return (
    <Button
      busy={test.isPending}
      busyText={t.busy}
      icon="send"
      onClick={() => test.mutate()}
      variant="secondary"
    >
      {t.send}
    </Button>
  );
}
