// The switch that turns single-key shortcuts on or off for the account.
import { useId } from 'react';
import { useProfile } from '../../auth/session/profile.ts';
import { useSignedInSession } from '../../auth/session/session-store.ts';
import { browserClient } from '../../data/browser-client.ts';
import { useWrite } from './use-write.ts';
import { SwitchField } from './switch-field.tsx';
import { defineTexts } from '../../texts/define-texts.ts';

const t = defineTexts({
  label: 'Single-key shortcuts',
  on: 'On for your account. Turn them off if you use voice control or press keys by accident.',
  off: 'Off for your account. Ctrl+Enter still sends a reply.',
});

/** Whether single keys are shortcuts, for this account on every device. WCAG 2.1.4 requires a way to turn them off. */
export function SingleKeySwitch() {
  const id = useId();
  const { user } = useSignedInSession();
  const { data: profile, isSuccess } = useProfile();
  const save = useWrite(
    async (isOn: boolean) => {
      await browserClient()
        .from('profiles')
        .upsert({ id: user.id, single_key_shortcuts: isOn })
        .throwOnError();
    },
    ['profile'],
    { waits: true, form: id },
  );
  const saved = profile?.single_key_shortcuts ?? true;
  const isOn = save.isPending ? save.variables : saved;
  if (!isSuccess) return null;
  return (
    <SwitchField
      checked={isOn}
      id={id}
      label={t.label}
      onChange={(next) => save.mutate(next)}
      text={isOn ? t.on : t.off}
    />
  );
}
