// The switch that turns single-key shortcuts on or off for the account; the hook that saves such a choice.
import { useId } from 'react';
import { useProfile } from '../../auth/session/profile.ts';
import { useSignedInSession } from '../../auth/session/session-store.ts';
import { browserClient } from '../../data/browser-client.ts';
import type { Database } from '../../data/database-types.ts';
import { useWriteMutation } from './use-write-mutation.ts';
import { SwitchField } from './switch-field.tsx';
import { defineTexts } from '../../texts/define-texts.ts';

const t = defineTexts({
  label: 'Single-key shortcuts',
  on: 'On for your account. Turn them off if you use voice control or press keys by accident.',
  off: 'Off for your account. Ctrl+Enter still sends a reply.',
});

/** Saves columns of this account's profile. */
export function useSaveProfile(form: string, done?: string) {
  const { user } = useSignedInSession();
  return useWriteMutation(
    async (columns: Database['public']['Tables']['profiles']['Update']) => {
      await browserClient()
        .from('profiles')
        .upsert({ ...columns, id: user.id })
        .throwOnError();
    },
    ['profile'],
    { waits: true, form, done },
  );
}

/** Whether single keys are shortcuts, for this account on every device. WCAG 2.1.4 requires a way to turn them off. */
export function SingleKeyShortcutSwitch() {
  const id = useId();
  const { data: profile, isSuccess } = useProfile();
  const save = useSaveProfile(id);
  const isOn = (save.isPending ? save.variables : profile)?.single_key_shortcuts ?? true;
  if (!isSuccess) return null;
  return (
    <SwitchField
      checked={isOn}
      id={id}
      label={t.label}
      onChange={(next) => save.mutate({ single_key_shortcuts: next })}
      text={isOn ? t.on : t.off}
    />
  );
}
